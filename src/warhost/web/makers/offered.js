// An order that no hand can put together: it is taken from those that lie ready, looked at, and given.

/** A draft has nothing but the `ready` order. */
export class Offered {
  chosen = true;

  movable() {
    return false;
  }

  start() {
    return {};
  }

  drawn() {
    return null;
  }
}
