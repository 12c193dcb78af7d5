// What only this game needs on the page: legions that drift, wheel and charge; a whole army drawn up in secret.
import { DrawingUp } from "./drawing_up.js";
import { Legion } from "./legion.js";
import { Spell } from "./spell.js";

export const makers = { legion: Legion, "drawing up": DrawingUp, spell: Spell };
