"""`parse` and what it returns."""

from __future__ import annotations

import pytest
import shadow_tui as shadow

DIALOG = """\
⏺ Bash(ls)

────────────────────
 Bash command

   ls

 Do you want to proceed?
 ❯ 1. Yes
   2. No

 Esc to cancel
"""


def test_a_payload_has_its_wire_names_as_attributes() -> None:
    payload = shadow.parse(DIALOG, provider="claude")
    surface = payload.surface_assessment
    assert (surface.business_state, surface.input_mode) == ("awaiting_operator", "modal")
    block = surface.operator_block
    assert block is not None and block.subject == "ls"
    assert [option.label for option in block.options] == ["Yes", "No"]
    assert block.options[1].keys == ["2"]
    assert any(fact.for_ == "business_state" for fact in surface.evidence)
    assert payload.lifecycle is None, "there is no session"
    assert payload.mode_diagnostics.channels[0].channel
    with pytest.raises(AttributeError, match="no field 'nothing'"):
        payload.nothing  # type: ignore[attr-defined]
    assert shadow.wire.Payload(payload.to_dict()) == payload


def test_wrong_arguments_raise() -> None:
    with pytest.raises(ValueError, match="give one of claude, codex"):
        shadow.parse("$ ls", provider="gemini")
    with pytest.raises(ValueError, match="surrogates"):
        shadow.parse("\udc80")
    with pytest.raises(OverflowError):
        shadow.parse("$ ls", cols=70000)
    with pytest.raises(OverflowError):
        shadow.parse("$ ls", cursor=(-1, 0))
    with pytest.raises(TypeError):
        shadow.parse(7)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="unknown variant"):
        shadow.parse("$ ls", program_status=[{"state": "busy"}])
    with pytest.raises(shadow.InputError, match="8 MiB"):
        shadow.parse(b"x" * (9 << 20))


def test_an_error_of_shadow_is_an_exception() -> None:
    with pytest.raises(shadow.InternalError, match="please report it: for the tests"):
        shadow._native._panic()  # type: ignore[attr-defined]
    assert issubclass(shadow.InternalError, shadow.ShadowError)
    assert shadow.parse("$ ls").surface_assessment.availability == "unsupported"


def test_associators_find_the_answer() -> None:
    text = "❯ say DONE:<n>\n\n⏺ DONE:41\n  DONE:42\n\n────────────────────\n❯\n────────────────────\n"
    payload = shadow.parse(text, provider="claude")
    found = shadow.TailRegexExtractAssociator(r"DONE:(\d+)", last=True, after="last_prompt").associate(payload)
    assert found == shadow.Association("42", False)
    assert shadow.SentinelAssociator("<<<", ">>>", after="anywhere").associate("a\n<<<\nb") is None
    assert shadow.TailRegexExtractAssociator("b", after="last_prompt").associate("a b") is None
    assert shadow.SentinelAssociator("<<<", ">>>", prompt="go").associate("go\n<<<\nb\n>>>") == shadow.Association("b", False)
    found = shadow.JsonBlockAssociator("ok", prompt="go").associate('go\n{"ok": 1}')
    assert found == shadow.Association('{"ok":1}', False)
    assert shadow.TailRegexExtractAssociator("x").associate(payload.dialog_projection) is None
    for wrong in [lambda: shadow.TailRegexExtractAssociator("("), lambda: shadow.TailRegexExtractAssociator("x", tail_chars=0)]:
        with pytest.raises(ValueError):
            wrong()
    with pytest.raises(ValueError, match="the same"):
        shadow.SentinelAssociator("-", "-")
