//! Values and mechanism of shadow: screens, zones, evidence, verdicts, reducer.
