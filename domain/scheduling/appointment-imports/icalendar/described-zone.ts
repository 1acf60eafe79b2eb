import { DAY_MS } from '#platform/core/time/time.ts'
import type { Component } from './read-components.ts'
import { readLocal, type Zone } from './read-local.ts'
import { readRule } from './recurrence-rule.ts'

/** Maximum number of observances per VTIMEZONE. It exceeds the longest known history of a zone. */
const MOST_OBSERVANCES = 200

/** A STANDARD or DAYLIGHT part: an offset and when it starts. Local times are in milliseconds, as if they were UTC. */
interface Observance {
  offsetFrom: number
  offsetTo: number
  /** All onsets without a rule, or the first onset of a rule. */
  onsets: number[]
  yearly?: { month: number; ordinal: number; weekday: number; lastYear: number }
}

/**
 * The zone that a VTIMEZONE describes. Onsets are computed for each requested year, so a rule that starts in
 * 1601 costs no more than a recent one. Undefined for rules other than "yearly on a certain weekday of a
 * month", because no real clock uses them.
 */
export const describedZone = (zone: Component): Zone | undefined => {
  if (zone.parts.length === 0 || zone.parts.length > MOST_OBSERVANCES) return undefined
  const observances = zone.parts.map(observanceOf)
  if (!observances.every((it) => it !== undefined)) return undefined
  const instantOf = (local: number) => local - offsetAt(observances, local)
  return {
    instantOf,
    localOf: (instant) => {
      const offsets = observances.flatMap(({ offsetFrom, offsetTo }) => [offsetTo, offsetFrom])
      const fits = offsets.find((offset) => instantOf(instant + offset) === instant)
      return instant + (fits ?? offsets[0]!)
    },
  }
}

const offsetAt = (observances: readonly Observance[], local: number): number => {
  let [latest, offset] = [Number.NEGATIVE_INFINITY, observances[0]!.offsetFrom]
  for (const observance of observances) {
    const onset = lastOnset(observance, local)
    if (onset === undefined || onset <= latest) continue
    ;[latest, offset] = [onset, observance.offsetTo]
  }
  return offset
}

const lastOnset = ({ onsets, yearly }: Observance, local: number): number | undefined => {
  const candidates = [...onsets]
  if (yearly) {
    const first = onsets[0]!
    const year = Math.min(new Date(local).getUTCFullYear(), yearly.lastYear)
    for (const it of [year, year - 1]) candidates.push(Math.max(first, onsetIn(it, yearly, first)))
  }
  return candidates.filter((it) => it <= local).toSorted((a, b) => b - a)[0]
}

/** The onset in a year: the nth weekday of a month, at the time of the first onset. */
const onsetIn = (
  year: number,
  { month, ordinal, weekday }: NonNullable<Observance['yearly']>,
  first: number,
): number => {
  const from = new Date(Date.UTC(year, ordinal > 0 ? month - 1 : month, ordinal > 0 ? 1 : 0))
  const ahead = (weekday - from.getUTCDay() + 7) % 7
  const day =
    ordinal > 0 ? ahead + (ordinal - 1) * 7 : ahead - (ahead > 0 ? 7 : 0) + (ordinal + 1) * 7
  const timeOfDay = ((first % DAY_MS) + DAY_MS) % DAY_MS
  return from.getTime() + day * DAY_MS + timeOfDay
}

const observanceOf = ({ lines, broken }: Component): Observance | undefined => {
  const valueOf = (name: string) => lines.get(name)?.[0]?.value ?? ''
  const start = readLocal(valueOf('dtstart'))
  const [offsetFrom, offsetTo] = [
    offsetOf(valueOf('tzoffsetfrom')),
    offsetOf(valueOf('tzoffsetto')),
  ]
  if (!start || offsetFrom === undefined || offsetTo === undefined || broken.size > 0)
    return undefined
  const more = (lines.get('rdate') ?? []).flatMap(({ value }) => value.split(',').map(readLocal))
  if (!more.every((it) => it !== undefined)) return undefined
  const onsets = [start.local, ...more.map(({ local }) => local)]
  if (!lines.has('rrule')) return { offsetFrom, offsetTo, onsets }
  const yearly = yearlyOf(valueOf('rrule'))
  return yearly && { offsetFrom, offsetTo, onsets, yearly }
}

const yearlyOf = (text: string): Observance['yearly'] => {
  try {
    const { frequency, interval, count, until, days, months, monthDays } = readRule(text)
    const [day, month] = [days[0], months[0]]
    const isYearly = frequency === 'YEARLY' && interval === 1 && count === undefined
    const isOneDay = days.length === 1 && months.length === 1 && monthDays.length === 0
    if (!isYearly || !isOneDay || !day || !month || month > 12) return undefined
    // A fifth weekday does not exist in every year.
    if (day.ordinal === 0 || Math.abs(day.ordinal) > 4) return undefined
    return { month, ...day, lastYear: until ? Number(until.slice(0, 4)) : 9_999 }
  } catch {
    return undefined
  }
}

/** Converts `+0130` to milliseconds. */
const offsetOf = (text: string): number | undefined => {
  const [, sign, hours, minutes, seconds = 0] =
    /^([+-])(\d{2})([0-5]\d)([0-5]\d)?$/.exec(text.trim()) ?? []
  if (!sign || Number(hours) > 23) return undefined
  const ms = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000
  return sign === '-' ? -ms : ms
}
