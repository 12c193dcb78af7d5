// What only this game needs on the page: regiments that wheel about a corner and reform.
import { RankedMarch } from "./march.js";
import { Reforming } from "./reforming.js";

export { casting } from "./magic.js";
export const makers = { "ranked march": RankedMarch, reform: Reforming };
