"""Every profile of the four army lists: its line, its cost, its gear and what is sold with it."""

from __future__ import annotations

import pytest
from pytest import mark

from warhost.rulebooks.threeplains.armies.lists import load_armies
from warhost.rulebooks.threeplains.armies.profiles import Profile

ARMIES = load_armies()


def profile(name: str) -> Profile:
    army, id = name.split(".")
    return ARMIES.lists[army].find(id)


def line_of(told: Profile) -> str:
    line, save = told.line, told.save
    fly = f"/{line.flight}" if line.flight else ""
    pierces = f" T-{line.pierces}" if line.pierces else ""
    parts = f"{save.toughness}/{save.resistance}/{save.agility}/{save.magic}"
    return (
        f"M{line.movement}{fly} A{line.attacks} CR{line.rating} D{line.damage}{pierces} {parts} "
        f"LP{line.life} S{line.soldiering}"
    )


def cost_of(told: Profile) -> str:
    shapes = "".join(f", {amount:g} {shape}" for shape, amount in told.shapes.items())
    command = f", command {told.command.points}" if told.command else ""
    command += " magical" if told.command and told.command.magical else ""
    return f"{told.kind}: {told.points}{shapes}, {told.size[0]}-{told.size[1]}{command}"


def gear_of(told: Profile) -> str:
    armour = [f"{told.armour} armour"] if told.armour != "none" else []
    shield = ["shield"] if told.shield else []
    rated = [f"{trait} {rating}" for trait, rating in told.ratings.items()]
    steed = [f"on {told.steed}"] if told.steed else []
    return ", ".join([*told.weapons, *armour, *shield, *told.traits, *rated, *steed])


def sold_with(told: Profile) -> str:
    sold = [f"{option.id} {option.points:+}" for option in told.options]
    for mount in told.mounts:
        arms = f" lance {mount.lance:+} spear {mount.spear:+}" if mount.lance and mount.spear else ""
        sold.append(f"{mount.steed} {mount.points:+}{arms}")
    sold += told.rides
    if told.roles:
        sold.append(f"{' or '.join(told.roles)}, {told.items} items")
    if told.disciplines:
        sold.append(" ".join(told.disciplines) + (f", master {told.master.points:+}" if told.master else ""))
    return "; ".join(sold)


# fmt: off
PROFILES = [
    pytest.param(
        "herlanceia.grand_general", "M7 A1 CR4 D1 2/0/0/0 LP2 S5",
        "character: 40, 2 triangle, 1 star, 1-1", "hand weapon",
        "light armour +1; heavy armour +4; shield +1; great blade +3; two hand weapons +6; "
        "war horse +12 lance +6 spear +2; griffin; general or hero, 3 items",
        marks=mark.rule("tp.list.herlanceia.grand_general")),
    pytest.param(
        "herlanceia.champion", "M7 A3 CR5 D2 3/0/0/0 LP3 S4",
        "character: 72, 1 triangle, 1-1", "hand weapon, light armour, shield, hatred",
        "heavy armour +7; great blade +12; two hand weapons +7; war horse +20 lance +19 spear +7; "
        "griffin; hero or general, 2 items", marks=mark.rule("tp.list.herlanceia.champion")),
    pytest.param(
        "herlanceia.standard_bearer", "M7 A2 CR5 D1 3/0/0/0 LP2 S4",
        "character: 73, 1 triangle, 1 star, 1-1", "hand weapon, light armour, bravery 1",
        "heavy armour +4; shield +2; great blade +7; two hand weapons +7; "
        "war horse +17 lance +11 spear +4; standard, 2 items",
        marks=mark.rule("tp.list.herlanceia.standard_bearer")),
    pytest.param(
        "herlanceia.wizard", "M7 A1 CR3 D1 2/0/0/1 LP2 S3",
        "character: 79, 1 triangle, 1-1", "hand weapon, cowardly 1",
        "war horse +10; wizard or general, 2 items; harmony white base battle, master +45",
        marks=mark.rule("tp.list.herlanceia.wizard")),
    pytest.param(
        "herlanceia.halfwit", "M7 A1 CR1 D1 1/0/0/0 LP1 S1",
        "character: 13, 0.5 triangle, 1 star, 1-1", "hand weapon",
        "halfwit, 1 items", marks=mark.rule("tp.list.herlanceia.halfwit")),
    pytest.param(
        "herlanceia.guard", "M7 A1 CR4 D1 3/0/0/0 LP1 S4",
        "infantry: 9, 1 block, 10-30, command 10 magical", "hand weapon, light armour, shield",
        "halberd +2", marks=mark.rule("tp.list.herlanceia.guard")),
    pytest.param(
        "herlanceia.spear_militia", "M7 A1 CR3 D1 3/0/0/0 LP1 S3",
        "infantry: 9, 1 block, 10-40, command 10", "spear, sidearm, light armour, shield",
        "", marks=mark.rule("tp.list.herlanceia.spear_militia")),
    pytest.param(
        "herlanceia.longbowmen", "M7 A1 CR3 D1 2/0/0/0 LP1 S3",
        "missile: 10, 1 block, 8-20, command 10", "hand weapon, longbow, mass volley",
        "light armour +1", marks=mark.rule("tp.list.herlanceia.longbowmen")),
    pytest.param(
        "herlanceia.freed_mob", "M6 A1 CR2 D1 2/0/0/0 LP1 S2",
        "mob: 4, 0.5 block, 15-40, command 10", "hand weapon, mob, expendable, hatred",
        "", marks=mark.rule("tp.list.herlanceia.freed_mob")),
    pytest.param(
        "herlanceia.grand_guard", "M6 A1 CR5 D1 4/0/0/0 LP1 S5",
        "infantry: 16, 1 diamond, 5-20, command 10 magical", "great blade, sidearm, heavy armour, bravery 1",
        "halberd -2", marks=mark.rule("tp.list.herlanceia.grand_guard")),
    pytest.param(
        "herlanceia.mountain_men", "M7 A1 CR4 D1 2/1/0/0 LP1 S3",
        "infantry: 11, 0.75 diamond, 8-20, command 10", "two hand weapons, frenzy, hatred",
        "light armour +2", marks=mark.rule("tp.list.herlanceia.mountain_men")),
    pytest.param(
        "herlanceia.heavy_riders", "M11 A1 CR4 D1 4/0/0/0 LP1 S4",
        "cavalry: 31, 1 diamond, 4-12, command 10 magical",
        "lance, sidearm, heavy armour, shield, cavalry wedge, on war horse",
        "spear -4", marks=mark.rule("tp.list.herlanceia.heavy_riders")),
    pytest.param(
        "herlanceia.outriders", "M12 A1 CR3 D1 3/0/0/0 LP1 S3",
        "cavalry: 31, 0.5 block, 0.5 diamond, 4-10, command 10",
        "spear, javelin, sidearm, light armour, shield, loose movement, flimsy ranks, on war horse",
        "", marks=mark.rule("tp.list.herlanceia.outriders")),
    pytest.param(
        "herlanceia.griffin", "M9/18 A4 CR5 D2 T-1 3/1/2/0 LP5 S3",
        "mount: 200, 2 diamond, 1-1", "natural weapons, dread of the woods, fear 1, loyalty 1",
        "", marks=mark.rule("tp.list.herlanceia.griffin")),
    pytest.param(
        "herlanceia.bolt_thrower", "M0 A2 CR3 D1 3/0/0/0 LP3 S3",
        "machine: 38, 1 diamond, 1-1", "hand weapon",
        "", marks=mark.rule("tp.list.herlanceia.bolt_thrower")),
    pytest.param(
        "herlanceia.catapult", "M0 A2 CR3 D1 3/0/0/0 LP4 S3",
        "machine: 66, 1.5 diamond, 1-1", "hand weapon",
        "", marks=mark.rule("tp.list.herlanceia.catapult")),
    pytest.param(
        "elves.lord", "M8 A3 CR6 D2 3/0/1/2 LP3 S6",
        "character: 120, 2 triangle, 1 star, 1-1", "hand weapon, light armour, shield",
        "heavy armour -8; great blade +22; two hand weapons +14; "
        "imperial steed +35 lance +36 spear +14; white_dragon; chariot; general or hero, 3 items",
        marks=mark.rule("tp.list.elves.lord")),
    pytest.param(
        "elves.hero", "M8 A3 CR6 D1 3/0/1/1 LP3 S5",
        "character: 91, 1 triangle, 1-1", "hand weapon, light armour, shield",
        "heavy armour -3; great blade +17; two hand weapons +11; "
        "imperial steed +29 lance +29 spear +10; white_dragon; chariot; hero or general, 2 items",
        marks=mark.rule("tp.list.elves.hero")),
    pytest.param(
        "elves.standard_bearer", "M8 A2 CR6 D1 3/0/1/1 LP2 S5",
        "character: 95, 1 triangle, 1 star, 1-1", "hand weapon, light armour",
        "heavy armour -1; shield +2; great blade +10; two hand weapons +10; "
        "imperial steed +24 lance +18 spear +6; standard, 2 items",
        marks=mark.rule("tp.list.elves.standard_bearer")),
    pytest.param(
        "elves.mage", "M8 A1 CR4 D1 2/0/1/3 LP2 S4",
        "character: 100, 1 triangle, 1-1", "hand weapon",
        "imperial steed +21; wizard or general, 2 items; white destruction creation harmony, master +45",
        marks=mark.rule("tp.list.elves.mage")),
    pytest.param(
        "elves.slave_fool", "M7 A1 CR1 D1 2/0/0/0 LP1 S1",
        "character: 14, 0.5 triangle, 1 star, 1-1", "hand weapon",
        "halfwit, 1 items", marks=mark.rule("tp.list.elves.slave_fool")),
    pytest.param(
        "elves.imperial_watch", "M7 A1 CR4 D1 4/0/0/1 LP1 S4",
        "infantry: 12, 1 block, 10-30, command 10 magical", "hand weapon, heavy armour, shield, infantry wedge",
        "spear +4", marks=mark.rule("tp.list.elves.imperial_watch")),
    pytest.param(
        "elves.outer_watch", "M8 A1 CR4 D1 3/0/1/1 LP1 S4",
        "missile: 15, 1 block, 8-20, command 10 magical", "hand weapon, longbow, light armour, mass volley",
        "bow -1", marks=mark.rule("tp.list.elves.outer_watch")),
    pytest.param(
        "elves.slave_mob", "M6 A1 CR2 D1 2/0/0/0 LP1 S1",
        "mob: 3, 0.5 block, 15-40", "hand weapon, mob, expendable, cowardly 1",
        "", marks=mark.rule("tp.list.elves.slave_mob")),
    pytest.param(
        "elves.shadow_watch", "M8 A1 CR4 D1 2/0/1/1 LP1 S4",
        "skirmishers: 15, 0.75 diamond, 5-10", "hand weapon, bow, skirmishers, scouting, light footed",
        "longbow +1", marks=mark.rule("tp.list.elves.shadow_watch")),
    pytest.param(
        "elves.imperial_blades", "M7 A1 CR5 D1 4/0/0/1 LP1 S5",
        "infantry: 16, 1 diamond, 5-20, command 10 magical", "great blade, sidearm, heavy armour",
        "halberd -1", marks=mark.rule("tp.list.elves.imperial_blades")),
    pytest.param(
        "elves.lancers", "M12 A1 CR5 D1 4/0/0/1 LP1 S5",
        "cavalry: 42, 1 diamond, 4-10, command 10 magical",
        "lance, sidearm, heavy armour, shield, cavalry wedge, on imperial steed",
        "", marks=mark.rule("tp.list.elves.lancers")),
    pytest.param(
        "elves.chariot", "M12 A2 CR5 D1 4/0/0/1 LP4 S4",
        "chariot: 90, 1 diamond, 1-4", "spear, bow",
        "no bow -2", marks=mark.rule("tp.list.elves.chariot")),
    pytest.param(
        "elves.white_dragon", "M9/20 A5 CR5 D3 T-2 4/1/0/2 LP8 S5",
        "mount: 370, 3 diamond, 1-1", "natural weapons, dread of the woods, unmissable, fear 2, loyalty 2",
        "", marks=mark.rule("tp.list.elves.white_dragon")),
    pytest.param(
        "elves.bolt_thrower", "M0 A2 CR4 D1 3/0/0/1 LP3 S4",
        "machine: 55, 1 diamond, 1-1", "hand weapon",
        "", marks=mark.rule("tp.list.elves.bolt_thrower")),
    pytest.param(
        "mercenaries.captain_general", "M7 A3 CR5 D2 3/0/0/0 LP3 S5",
        "character: 78, 2 triangle, 1 star, 1-1", "hand weapon, light armour, shield",
        "heavy armour +8; great blade +13; two hand weapons +8; war horse +21 lance +21 spear +8; "
        "general or hero, 3 items", marks=mark.rule("tp.list.mercenaries.captain_general")),
    pytest.param(
        "mercenaries.blade_for_hire", "M7 A4 CR6 D2 3/0/0/0 LP3 S3",
        "character: 75, 1 triangle, 1-1", "hand weapon, light armour",
        "heavy armour +8; shield +2; great blade +13; two hand weapons +6; "
        "war horse +20 lance +23 spear +9; hero or general, 2 items",
        marks=mark.rule("tp.list.mercenaries.blade_for_hire")),
    pytest.param(
        "mercenaries.paymaster", "M7 A2 CR4 D1 3/0/0/0 LP2 S4",
        "character: 70, 1 triangle, 1 star, 1-1", "hand weapon, light armour",
        "heavy armour +3; shield +1; great blade +5; two hand weapons +5; "
        "war horse +14 lance +10 spear +3; standard, 2 items", marks=mark.rule("tp.list.mercenaries.paymaster")),
    pytest.param(
        "mercenaries.hedge_wizard", "M7 A1 CR3 D1 2/0/0/1 LP2 S2",
        "character: 78, 1 triangle, 1-1", "hand weapon, cowardly 1",
        "war horse +9; wizard or general, 2 items; base chaos battle destruction, master +45",
        marks=mark.rule("tp.list.mercenaries.hedge_wizard")),
    pytest.param(
        "mercenaries.camp_fool", "M7 A1 CR1 D1 1/0/0/0 LP1 S1",
        "character: 13, 0.5 triangle, 1 star, 1-1", "hand weapon",
        "halfwit, 1 items", marks=mark.rule("tp.list.mercenaries.camp_fool")),
    pytest.param(
        "mercenaries.spear_men", "M7 A1 CR3 D1 3/0/0/0 LP1 S3",
        "infantry: 10, 1 block, 10-30, command 10 magical", "spear, sidearm, light armour, shield",
        "heavy armour +2", marks=mark.rule("tp.list.mercenaries.spear_men")),
    pytest.param(
        "mercenaries.initiates", "M7 A1 CR2 D1 2/0/0/0 LP1 S2",
        "skirmishers: 9, 0.5 block, 5-15", "hand weapon, sling, skirmishers",
        "javelin -1; short bow -1", marks=mark.rule("tp.list.mercenaries.initiates")),
    pytest.param(
        "mercenaries.pikes", "M7 A1 CR3 D1 3/0/0/0 LP1 S4",
        "infantry: 9, 1 block, 12-40, command 10 magical", "pike, sidearm, light armour",
        "heavy armour +3", marks=mark.rule("tp.list.mercenaries.pikes")),
    pytest.param(
        "mercenaries.crossbowmen", "M7 A1 CR3 D1 3/0/0/0 LP1 S3",
        "missile: 9, 1 block, 8-20, command 10", "hand weapon, crossbow, light armour",
        "bow +0", marks=mark.rule("tp.list.mercenaries.crossbowmen")),
    pytest.param(
        "mercenaries.great_swords", "M6 A1 CR4 D1 4/0/0/0 LP1 S4",
        "infantry: 13, 1 diamond, 5-20, command 10 magical", "great blade, sidearm, heavy armour",
        "flail -2", marks=mark.rule("tp.list.mercenaries.great_swords")),
    pytest.param(
        "mercenaries.free_riders", "M12 A1 CR3 D1 3/0/0/0 LP1 S3",
        "cavalry: 25, 0.5 block, 0.5 diamond, 4-12, command 10",
        "spear, sidearm, light armour, shield, loose movement, flimsy ranks, on war horse",
        "javelin +2; short bow +1", marks=mark.rule("tp.list.mercenaries.free_riders")),
    pytest.param(
        "mercenaries.iron_lances", "M11 A1 CR4 D1 4/0/0/0 LP1 S3",
        "cavalry: 28, 1 diamond, 4-10, command 10", "lance, sidearm, heavy armour, shield, on war horse",
        "", marks=mark.rule("tp.list.mercenaries.iron_lances")),
    pytest.param(
        "mercenaries.ogre", "M9 A3 CR3 D2 T-1 4/1/0/0 LP4 S3",
        "pack: 72, 1.5 diamond, 2-6", "natural weapons, fear 1, loyalty 0",
        "", marks=mark.rule("tp.list.mercenaries.ogre")),
    pytest.param(
        "mercenaries.ogre_handler", "M6 A1 CR3 D1 2/0/0/0 LP1 S3",
        "master: 6, 2-6", "war net, hand weapon",
        "", marks=mark.rule("tp.list.mercenaries.ogre_handler")),
    pytest.param(
        "mercenaries.war_dog", "M10 A1 CR3 D1 1/0/1/0 LP1 S2",
        "pack: 7, 0.5 diamond, 4-12", "natural weapons, expendable, loyalty 1",
        "", marks=mark.rule("tp.list.mercenaries.war_dog")),
    pytest.param(
        "mercenaries.dog_handler", "M7 A1 CR3 D1 2/0/0/0 LP1 S3",
        "master: 6, 2-3", "hand weapon",
        "", marks=mark.rule("tp.list.mercenaries.dog_handler")),
    pytest.param(
        "mercenaries.trebuchet", "M0 A2 CR3 D1 3/0/0/0 LP4 S3",
        "machine: 66, 1.5 diamond, 1-1", "hand weapon",
        "", marks=mark.rule("tp.list.mercenaries.trebuchet")),
    pytest.param(
        "orcs.warlord", "M7 A4 CR6 D3 T-1 4/1/0/0 LP4 S5",
        "character: 165, 2 triangle, 1 star, 1-1", "hand weapon, light armour",
        "heavy armour +34; shield +6; great blade +17; two hand weapons +15; great hammer +13; "
        "war boar +31 lance +37 spear +17; wyvern; chariot; general or hero, 3 items",
        marks=mark.rule("tp.list.orcs.warlord")),
    pytest.param(
        "orcs.bull", "M7 A3 CR5 D2 3/1/0/0 LP3 S4",
        "character: 72, 1 triangle, 1-1", "hand weapon, light armour, frenzy",
        "heavy armour +10; shield +3; great blade +14; two hand weapons +9; great hammer +12; "
        "war boar +22 lance +22 spear +8; wyvern; chariot; hero or general, 2 items",
        marks=mark.rule("tp.list.orcs.bull")),
    pytest.param(
        "orcs.standard_bearer", "M7 A2 CR5 D1 3/1/0/0 LP2 S4",
        "character: 73, 1 triangle, 1 star, 1-1", "hand weapon, light armour",
        "heavy armour +5; shield +1; great blade +7; two hand weapons +6; "
        "war boar +16 lance +10 spear +3; standard, 2 items", marks=mark.rule("tp.list.orcs.standard_bearer")),
    pytest.param(
        "orcs.shaman", "M7 A1 CR4 D1 2/1/0/1 LP2 S3",
        "character: 81, 1 triangle, 1-1", "hand weapon",
        "war boar +10; wizard or general, 2 items; chaos black destruction battle, master +45",
        marks=mark.rule("tp.list.orcs.shaman")),
    pytest.param(
        "orcs.goblin_boss", "M7 A2 CR4 D1 2/0/1/0 LP2 S3",
        "character: 24, 0.5 triangle, 1-1", "hand weapon, light armour, shield",
        "heavy armour -1; great blade +5; two hand weapons +5; wolf +14 lance +10 spear +4; "
        "hero or general, 1 items", marks=mark.rule("tp.list.orcs.goblin_boss")),
    pytest.param(
        "orcs.goblin_hexer", "M7 A1 CR3 D1 1/0/1/1 LP2 S2",
        "character: 73, 1 triangle, 1-1", "hand weapon, cowardly 1",
        "wolf +10; wizard, 1 items; chaos black base", marks=mark.rule("tp.list.orcs.goblin_hexer")),
    pytest.param(
        "orcs.runt", "M7 A1 CR2 D1 1/0/0/0 LP1 S1",
        "character: 14, 0.5 triangle, 1 star, 1-1", "hand weapon",
        "halfwit, 1 items", marks=mark.rule("tp.list.orcs.runt")),
    pytest.param(
        "orcs.warriors", "M7 A1 CR4 D1 3/0/0/0 LP1 S3",
        "infantry: 8, 1 block, 10-30, command 10 magical", "hand weapon, light armour, shield",
        "two hand weapons +4; spear +4", marks=mark.rule("tp.list.orcs.warriors")),
    pytest.param(
        "orcs.bowmen", "M7 A1 CR4 D1 2/0/0/0 LP1 S3",
        "missile: 7, 1 block, 8-20, command 10", "hand weapon, short bow",
        "bow +0", marks=mark.rule("tp.list.orcs.bowmen")),
    pytest.param(
        "orcs.saws", "M7 A1 CR6 D1 3/1/0/0 LP1 S3",
        "infantry: 17, 1 diamond, 10-20, command 10 magical", "two hand weapons, light armour, poison 4",
        "", marks=mark.rule("tp.list.orcs.saws")),
    pytest.param(
        "orcs.bull_gang", "M6 A2 CR4 D1 4/1/0/0 LP2 S3",
        "infantry: 28, 1 diamond, 4-12, command 10 magical", "great hammer, sidearm, heavy armour",
        "", marks=mark.rule("tp.list.orcs.bull_gang")),
    pytest.param(
        "orcs.goblin_horde", "M7 A1 CR3 D1 1/0/1/0 LP1 S2",
        "infantry: 5, 1 block, 15-40, command 10 magical", "hand weapon",
        "spear +3; light armour and shield +1", marks=mark.rule("tp.list.orcs.goblin_horde")),
    pytest.param(
        "orcs.goblin_archers", "M7 A1 CR3 D1 1/0/1/0 LP1 S2",
        "missile: 6, 0.5 block, 8-20, command 10", "hand weapon, short bow",
        "", marks=mark.rule("tp.list.orcs.goblin_archers")),
    pytest.param(
        "orcs.goblin_sneaks", "M7 A1 CR3 D1 1/0/1/0 LP1 S2",
        "skirmishers: 7, 0.5 diamond, 5-12", "hand weapon, throwing weapons, skirmishers, scouting, poison 1",
        "", marks=mark.rule("tp.list.orcs.goblin_sneaks")),
    pytest.param(
        "orcs.wolf_riders", "M13 A1 CR3 D1 1/0/1/0 LP1 S2",
        "cavalry: 24, 0.5 block, 0.5 diamond, 4-12",
        "spear, short bow, sidearm, loose movement, flimsy ranks, on wolf",
        "", marks=mark.rule("tp.list.orcs.wolf_riders")),
    pytest.param(
        "orcs.boar_riders", "M9 A1 CR4 D1 4/0/0/0 LP1 S3",
        "cavalry: 28, 1 diamond, 4-10, command 10 magical",
        "spear, sidearm, heavy armour, shield, frenzy, on war boar",
        "lance +4", marks=mark.rule("tp.list.orcs.boar_riders")),
    pytest.param(
        "orcs.troll", "M7 A3 CR3 D3 T-2 4/1/0/0 LP4 S2",
        "pack: 70, 1.5 diamond, 1-4", "natural weapons, sluggish, regeneration, fear 1, loyalty -1",
        "", marks=mark.rule("tp.list.orcs.troll")),
    pytest.param(
        "orcs.giant", "M9 A7 CR2 D4 T-4 5/0/0/0 LP15 S3",
        "pack: 300, 2 diamond, 1-1", "natural weapons, dread of the woods, unmissable, fear 2, loyalty -1",
        "", marks=mark.rule("tp.list.orcs.giant")),
    pytest.param(
        "orcs.goblin_herder", "M7 A1 CR3 D1 1/0/1/0 LP1 S2",
        "master: 6, 2-6", "war net, hand weapon",
        "", marks=mark.rule("tp.list.orcs.goblin_herder")),
    pytest.param(
        "orcs.wyvern", "M7/18 A4 CR4 D3 T-2 4/2/0/0 LP8 S3",
        "mount: 185, 2 diamond, 1-1",
        "natural weapons, dread of the woods, unmissable, fear 2, poison 5, loyalty -2",
        "", marks=mark.rule("tp.list.orcs.wyvern")),
    pytest.param(
        "orcs.chariot", "M10 A2 CR4 D1 4/1/0/0 LP4 S3",
        "chariot: 84, 1 diamond, 1-3", "spear, scythes",
        "", marks=mark.rule("tp.list.orcs.chariot")),
    pytest.param(
        "orcs.stone_hurler", "M0 A2 CR3 D1 2/0/1/0 LP4 S2",
        "machine: 42, 1 diamond, 1-1", "hand weapon",
        "", marks=mark.rule("tp.list.orcs.stone_hurler")),
]
# fmt: on


@pytest.mark.parametrize(("name", "line", "cost", "gear", "sold"), PROFILES)
def test_a_profile_has_its_numbers_its_price_and_its_gear(
    name: str, line: str, cost: str, gear: str, sold: str
) -> None:
    told = profile(name)
    assert line_of(told) == line
    assert cost_of(told) == cost
    assert gear_of(told) == gear
    assert sold_with(told) == sold
    assert told.rule == f"tp.list.{name}" and told.text


@pytest.mark.rule("tp.army.lists")
def test_there_are_four_lists_and_each_profile_of_them_is_told_above() -> None:
    told = [f"{army.id}.{profile.id}" for army in ARMIES.lists.values() for profile in army.profile]
    assert sorted(told) == sorted(str(row.values[0]) for row in PROFILES)


SOURCED_LINES = [
    pytest.param("herlanceia.guard", "M7 A1 CR4 D1 3/0/0/0 LP1 S4", marks=mark.rule("tp.list.source.guard")),
    pytest.param(
        "herlanceia.grand_general", "M7 A1 CR4 D1 2/0/0/0 LP2 S5", marks=mark.rule("tp.list.source.grand_general")
    ),
    pytest.param("orcs.giant", "M9 A7 CR2 D4 T-4 5/0/0/0 LP15 S3", marks=mark.rule("tp.list.source.giant_ungor")),
    pytest.param(
        "orcs.goblin_horde", "M7 A1 CR3 D1 1/0/1/0 LP1 S2", marks=mark.rule("tp.list.source.goblin_squob")
    ),
]


@pytest.mark.parametrize(("name", "line"), SOURCED_LINES)
def test_whole_lines_of_the_old_rulebook_are_kept_and_said_to_be_its(name: str, line: str) -> None:
    assert line_of(profile(name)) == line
    assert {"line", "save"} <= {*profile(name).sourced} and profile(name).origin == "mixed"
