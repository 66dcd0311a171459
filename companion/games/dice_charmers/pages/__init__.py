"""The pages of The Dice Charmers: the phone, the TV page and the ending, as values for templates."""
