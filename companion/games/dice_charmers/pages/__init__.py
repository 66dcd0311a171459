"""The pages of The Dice Charmers: the phone, the large screen and the end, as values for templates."""
