"""Web Push notifications for subscribed devices."""
