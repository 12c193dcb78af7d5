"""Battles linked to campaigns.

`plan` a campaign as it is written down, and what is wrong with one; `war` how one stands; `rosters` what each side
brings to a battle; `skills` what characters learn; `happened` what became of a battle; `sequence` step by step;
`account` for everybody to see; `book` the game as the house finds it.  [tp.campaign.concept]
"""
