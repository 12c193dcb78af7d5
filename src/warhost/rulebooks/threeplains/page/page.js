// What only this game needs on the page: regiments that part, meet and form wedges; terrain to be laid out; magic.
import { Feature } from "./feature.js";
import { Regiment } from "./regiment.js";
import { RegimentPlace } from "./setting_up.js";

export { casting, sourceWords } from "./magic.js";
export const makers = { regiment: Regiment, "regiment place": RegimentPlace, feature: Feature };
