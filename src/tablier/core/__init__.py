"""The interface of a game, options, errors, registry, messages and i18n."""
