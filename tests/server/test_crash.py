"""Crashes: the server is killed at random moments; no acknowledged event is lost or duplicated."""

from __future__ import annotations

from pathlib import Path

from tools.crash_campaign import Campaign


def test_no_acknowledged_event_is_lost(tmp_path: Path) -> None:
    campaign = Campaign(tmp_path, matches=12, seed=3)
    campaign.run(kills=3)
    assert len(campaign.acknowledged) > 50
