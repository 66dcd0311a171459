"""The pages of The Dice Charmers: the phone, the TV screen and the ending, as values for templates."""
