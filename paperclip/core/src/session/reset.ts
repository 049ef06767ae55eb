/** When a limit resets, from the words of a screen: "3pm (Europe/Berlin)", "Oct 9 at 5am", "in 2 hours 5 minutes". */

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const UNITS: Record<string, number> = { d: 86_400, h: 3_600, m: 60, s: 1 };

/** Milliseconds that a reset may have gone by: a screen stands for a while, and tells whole minutes. */
const JUST_NOW = 5 * 60_000;

/** A moment in the wall clock of some place. */
interface Wall {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
}

/** The moment, or null where the words tell none. Without a zone the words mean this machine's. */
export function parseReset(text: string, now: Date): Date | null {
  return parseEpoch(text) ?? parseIso(text) ?? parseSpan(text, now) ?? parseWall(text, now);
}

function parseEpoch(text: string): Date | null {
  const seconds = /^\s*(\d{10})(?:\.\d+)?\s*$/.exec(text)?.[1];
  return seconds ? new Date(Number(seconds) * 1_000) : null;
}

function parseIso(text: string): Date | null {
  const iso = /\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)/.exec(text)?.[0];
  return iso ? new Date(iso) : null;
}

function parseSpan(text: string, now: Date): Date | null {
  if (!/\bin\b|^\s*\d+\s*[dhms]/i.test(text)) return null;
  const parts = [...text.matchAll(/(\d+)\s*(d(?:ays?)?|h(?:ours?|rs?)?|m(?:in(?:ute)?s?)?|s(?:ec(?:ond)?s?)?)\b/gi)];
  const seconds = parts.reduce((sum, [, count, unit]) => sum + Number(count) * (UNITS[(unit ?? "s").charAt(0).toLowerCase()] ?? 0), 0);
  return seconds > 0 ? new Date(now.getTime() + seconds * 1_000) : null;
}

function parseWall(text: string, now: Date): Date | null {
  const time = timeOf(text);
  const date = dateOf(text);
  if (!time && !date) return null;
  const zone = zoneOf(text);
  const today = wallOf(now, zone);
  const wall: Wall = { ...today, ...time, ...(time ? {} : { hour: 0, minute: 0 }) };
  if (date) Object.assign(wall, { month: date.month, day: date.day, year: date.year ?? today.year });
  let moment = momentOf(wall, zone);
  if (moment.getTime() > now.getTime() - JUST_NOW) return moment;
  // A time that has long gone by means the next one.
  if (date && date.year === undefined) moment = momentOf({ ...wall, year: wall.year + 1 }, zone);
  else if (!date) moment = momentOf({ ...wall, day: wall.day + 1 }, zone);
  return moment;
}

function timeOf(text: string): { hour: number; minute: number } | null {
  const twelve = /\b(\d{1,2})(?::(\d\d))?\s*([ap])\.?m\b/i.exec(text);
  if (twelve) {
    const hour = (Number(twelve[1]) % 12) + (twelve[3]?.toLowerCase() === "p" ? 12 : 0);
    return { hour, minute: Number(twelve[2] ?? 0) };
  }
  const full = /\b([01]?\d|2[0-3]):([0-5]\d)\b/.exec(text);
  return full ? { hour: Number(full[1]), minute: Number(full[2]) } : null;
}

function dateOf(text: string): { month: number; day: number; year?: number } | null {
  const named = /\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s+(\d{1,2})(?:st|nd|rd|th)?\b(?:,?\s+(\d{4}))?/i.exec(text);
  const turned = named ? null : /\b(\d{1,2})(?:st|nd|rd|th)?\s+(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b(?:,?\s+(\d{4}))?/i.exec(text);
  const [month, day, year] = named ? [named[1], named[2], named[3]] : [turned?.[2], turned?.[1], turned?.[3]];
  if (!month || !day) return null;
  return { month: MONTHS.indexOf(month.toLowerCase()), day: Number(day), ...(year && { year: Number(year) }) };
}

function zoneOf(text: string): string | undefined {
  const named = /\(([A-Za-z]+(?:\/[A-Za-z_+\-0-9]+)*)\)|\b(UTC|GMT)\b/.exec(text);
  const zone = named?.[1] ?? named?.[2];
  try {
    if (zone) new Intl.DateTimeFormat("en", { timeZone: zone });
    return zone;
  } catch {
    return undefined;
  }
}

function wallOf(moment: Date, zone: string | undefined): Wall {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone: zone, hourCycle: "h23", year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric",
  });
  const parts = Object.fromEntries(format.formatToParts(moment).map((part) => [part.type, Number(part.value)]));
  return { year: parts.year ?? 0, month: (parts.month ?? 1) - 1, day: parts.day ?? 1, hour: parts.hour ?? 0, minute: parts.minute ?? 0 };
}

function momentOf(wall: Wall, zone: string | undefined): Date {
  const wanted = Date.UTC(wall.year, wall.month, wall.day, wall.hour, wall.minute);
  let moment = wanted;
  // Twice: the first guess may lie on the other side of a change of summer time.
  for (let round = 0; round < 2; round += 1) {
    const shown = wallOf(new Date(moment), zone);
    moment += wanted - Date.UTC(shown.year, shown.month, shown.day, shown.hour, shown.minute);
  }
  return new Date(moment);
}
