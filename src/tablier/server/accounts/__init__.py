"""Who is who: signed guests, links that carry an identity to another device, bots with tokens."""
