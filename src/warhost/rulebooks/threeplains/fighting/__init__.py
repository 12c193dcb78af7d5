"""Close combat: contact and squaring up, fronts and flanks, blows."""
