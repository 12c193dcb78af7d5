// What only this game needs on the page: regiments that wheel about a corner and reform, blows that are shared out.
import { RankedMarch } from "./march.js";
import { Reforming } from "./reforming.js";
import { Shares } from "./shares.js";

export { casting } from "./magic.js";
export const makers = { "ranked march": RankedMarch, reform: Reforming, shares: Shares };
