"""The special rules of all scenarios: they hook themselves in when these are read."""

from ..siege import aims as siege_aims
from ..siege import answers as siege_answers
from ..siege import bombardment as siege_bombardment
from ..siege import buying as siege_buying
from ..siege import doorways as siege_doorways
from ..siege import ending as siege_ending
from ..siege import engines as siege_engines
from ..siege import fixtures as siege_fixtures
from ..siege import fleeing as siege_fleeing
from ..siege import foremost as siege_foremost
from ..siege import gates as siege_gates
from ..siege import idle_hands as siege_idle_hands
from ..siege import implements as siege_implements
from ..siege import indoors as siege_indoors
from ..siege import loops as siege_loops
from ..siege import manning as siege_manning
from ..siege import oil as siege_oil
from ..siege import opening as siege_opening
from ..siege import passage as siege_passage
from ..siege import rams as siege_rams
from ..siege import rules as siege
from ..siege import rungs as siege_rungs
from ..siege import scaling as siege_scaling
from ..siege import setting_up as siege_setting_up
from ..siege import spikes as siege_spikes
from ..siege import storming as siege_storming
from ..siege import terms as siege_terms
from ..siege import thinking as siege_thinking
from ..siege import together as siege_together
from ..siege import within as siege_within
from . import ambush, artifact, last_stand, looting, more_time, mustering, night, raid, rampage, torches

HOOKED_IN = (
    ambush,
    artifact,
    last_stand,
    looting,
    more_time,
    mustering,
    night,
    raid,
    rampage,
    siege,
    siege_bombardment,
    siege_aims,
    siege_answers,
    siege_buying,
    siege_doorways,
    siege_ending,
    siege_engines,
    siege_fixtures,
    siege_fleeing,
    siege_foremost,
    siege_gates,
    siege_idle_hands,
    siege_implements,
    siege_indoors,
    siege_loops,
    siege_manning,
    siege_oil,
    siege_opening,
    siege_passage,
    siege_rams,
    siege_rungs,
    siege_scaling,
    siege_setting_up,
    siege_spikes,
    siege_storming,
    siege_terms,
    siege_thinking,
    siege_together,
    siege_within,
    torches,
)
