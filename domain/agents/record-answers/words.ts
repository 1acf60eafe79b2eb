import { longDay, longTime, zoneName } from '#messaging/locales/times.ts'
import type { AchievementStatus } from '#clinical/goals/rules.ts'
import type { RecordQuestion } from '#knowledge/record-questions/record-reader.ts'
import type { Period, PeriodName } from '#knowledge/record-questions/period.ts'
import type { Spoken } from '#knowledge/record-questions/rules.ts'
import { utc } from '#platform/core/time/time.ts'

interface Visit {
  when: string
  with: string
  at: string
}

/** What sentences about records say in a language. Names and titles are quoted as they are recorded. */
export interface Words {
  next: (who: string, visit: Visit) => string
  last: (who: string, visit: Visit) => string
  with: (who: string, visit: Visit) => string
  place: (who: string, visit: Visit) => string
  visit: (child: string, visit: Visit) => string
  unconfirmed: string
  noNext: (who: string) => string
  noLast: (who: string) => string
  none: (who: string | null, when: string) => string
  count: (who: string | null, count: string, when: string) => string
  noneCancelled: (who: string, when: string) => string
  noneMissed: (who: string, when: string) => string
  noneUnconfirmed: string
  free: (who: string, service: string, when: string, times: string) => string
  noneFree: (who: string, service: string, when: string) => string
  noService: (who: string) => string
  goal: (title: string, numbers: GoalNumbers) => string
  noGoal: (who: string) => string
  noGoalAbout: (who: string) => string
  noGoalDue: (who: string, when: string) => string
  goalDue: (title: string, on: string | null) => string
  goalMeasured: (title: string, at: string | null) => string
  goalReached: (title: string, at: string) => string
  noneReached: (who: string) => string
  noneStalled: (who: string) => string
  achievement: Record<AchievementStatus, string>
  age: (who: string, years: number, months: number) => string
  born: (who: string, on: string) => string
  therapist: (who: string, provider: string | null) => string
  alert: (who: string, text: string) => string
  noAlert: (who: string) => string
  home: (who: string, location: string | null) => string
  assessment: (child: string, instrument: string, on: string, state: AssessmentState) => string
  noneDue: (who: string | null, when: string) => string
  noneOverdue: (who: string | null) => string
  dueCount: (count: string, when: string) => string
  noneDone: (who: string) => string
  session: (who: string, at: string, provider: string) => string
  noSession: (who: string) => string
  sessionCount: (who: string, count: string, when: string) => string
  more: string
  future: string
  past: string
  period: Record<PeriodName, string>
  to: (from: string, until: string) => string
}

export type AssessmentState = 'OPEN' | 'OVERDUE' | 'DONE'

interface GoalNumbers {
  level: string | null
  baseline: string
  target: string
  unit: string
  dueOn: string | null
  achievement: string
}

const ENGLISH: Words = {
  next: (who, it) => `Next appointment of ${who}: ${it.when}, with ${it.with}, at ${it.at}.`,
  last: (who, it) => `Last appointment of ${who}: ${it.when}, with ${it.with}, at ${it.at}.`,
  with: (who, it) => `The appointment of ${who} on ${it.when} is with ${it.with}.`,
  place: (who, it) => `The appointment of ${who} on ${it.when} is at ${it.at}.`,
  visit: (child, it) => `${it.when}: ${child} with ${it.with}, at ${it.at}.`,
  unconfirmed: 'not confirmed yet',
  noNext: (who) => `${who} has no future appointment.`,
  noLast: (who) => `${who} has no past appointment.`,
  none: (who, when) =>
    who === null ? `There is no appointment ${when}.` : `${who} has no appointment ${when}.`,
  count: (who, count, when) =>
    who === null ? `Appointments ${when}: ${count}.` : `Appointments of ${who} ${when}: ${count}.`,
  noneCancelled: (who, when) => `No appointment of ${who} was cancelled ${when}.`,
  noneMissed: (who, when) => `${who} missed no appointment ${when}.`,
  noneUnconfirmed: 'No appointment awaits confirmation.',
  free: (who, service, when, times) => `Free times of ${who} for ${service}, ${when}: ${times}.`,
  noneFree: (who, service, when) => `${who} has no free time for ${service} ${when}.`,
  noService: (who) => `${who} performs no service.`,
  goal: (title, it) =>
    `“${title}”: ${it.level === null ? 'not measured yet' : `${it.level} ${it.unit} now`}, from ${it.baseline} towards ${it.target} ${it.unit}${it.dueOn === null ? '' : ` by ${it.dueOn}`}; ${it.achievement}.`,
  noGoal: (who) => `${who} has no open goal.`,
  noGoalAbout: (who) => `${who} has no open goal on this.`,
  noGoalDue: (who, when) => `No goal of ${who} is due ${when}.`,
  goalDue: (title, on) =>
    on === null ? `“${title}” has no target date.` : `“${title}” is due on ${on}.`,
  goalMeasured: (title, at) =>
    at === null
      ? `“${title}” has not been measured yet.`
      : `“${title}” was last measured on ${at}.`,
  goalReached: (title, at) => `“${title}” was reached on ${at}.`,
  noneReached: (who) => `${who} reached no goal in this time.`,
  noneStalled: (who) => `No active goal of ${who} is without progress.`,
  achievement: {
    'in-progress': 'no clear direction yet',
    improving: 'moving towards the target',
    worsening: 'moving away from the target',
    'no-change': 'standing still',
    achieved: 'reached',
    sustaining: 'reached and kept',
    'not-achieved': 'not reached',
    'no-progress': 'without progress',
    'not-attainable': 'not attainable',
  },
  age: (who, years, months) => `${who} is ${years} years and ${months} months old.`,
  born: (who, on) => `${who} was born on ${on}.`,
  therapist: (who, provider) =>
    provider === null
      ? `No primary provider is recorded for ${who}.`
      : `The primary provider of ${who} is ${provider}.`,
  alert: (who, text) => `${who}: ${text}`,
  noAlert: (who) => `No alert is recorded for ${who}.`,
  home: (who, location) =>
    location === null
      ? `${who} belongs to no location in particular.`
      : `${who} belongs to ${location}.`,
  assessment: (child, instrument, on, state) =>
    ({
      OPEN: `${child}: ${instrument} is due on ${on}.`,
      OVERDUE: `${child}: ${instrument} is overdue since ${on}.`,
      DONE: `${child}: ${instrument} was completed on ${on}.`,
    })[state],
  noneDue: (who, when) =>
    who === null ? `No assessment is due ${when}.` : `No assessment of ${who} is due ${when}.`,
  noneOverdue: (who) =>
    who === null ? 'No assessment is overdue.' : `No assessment of ${who} is overdue.`,
  dueCount: (count, when) => `Assessments due ${when}: ${count}.`,
  noneDone: (who) => `${who} has no completed assessment.`,
  session: (who, at, provider) => `Last session of ${who}: ${at}, with ${provider}.`,
  noSession: (who) => `${who} has had no session.`,
  sessionCount: (who, count, when) => `Sessions of ${who} ${when}: ${count}.`,
  more: 'There are more. Ask for fewer days.',
  future: 'from now on',
  past: 'so far',
  period: {
    YESTERDAY: 'yesterday',
    TODAY: 'today',
    TOMORROW: 'tomorrow',
    LAST_WEEK: 'last week',
    THIS_WEEK: 'this week',
    NEXT_WEEK: 'next week',
    LAST_MONTH: 'last month',
    THIS_MONTH: 'this month',
    NEXT_MONTH: 'next month',
  },
  to: (from, until) => `${from} to ${until}`,
}

const GERMAN: Words = {
  next: (who, it) => `Nächster Termin von ${who}: ${it.when}, mit ${it.with}, ${it.at}.`,
  last: (who, it) => `Letzter Termin von ${who}: ${it.when}, mit ${it.with}, ${it.at}.`,
  with: (who, it) => `Der Termin von ${who} am ${it.when} ist mit ${it.with}.`,
  place: (who, it) => `Der Termin von ${who} am ${it.when}: ${it.at}.`,
  visit: (child, it) => `${it.when}: ${child} mit ${it.with}, ${it.at}.`,
  unconfirmed: 'noch nicht bestätigt',
  noNext: (who) => `${who} hat keinen künftigen Termin.`,
  noLast: (who) => `${who} hat keinen vergangenen Termin.`,
  none: (who, when) =>
    who === null ? `Es gibt keinen Termin (${when}).` : `${who} hat keinen Termin (${when}).`,
  count: (who, count, when) =>
    who === null ? `Termine (${when}): ${count}.` : `Termine von ${who} (${when}): ${count}.`,
  noneCancelled: (who, when) => `Kein Termin von ${who} wurde abgesagt (${when}).`,
  noneMissed: (who, when) => `${who} hat keinen Termin versäumt (${when}).`,
  noneUnconfirmed: 'Kein Termin wartet auf Bestätigung.',
  free: (who, service, when, times) =>
    `Freie Zeiten von ${who} für ${service} (${when}): ${times}.`,
  noneFree: (who, service, when) => `${who} hat keine freie Zeit für ${service} (${when}).`,
  noService: (who) => `${who} bietet keine Leistung an.`,
  goal: (title, it) =>
    `„${title}“: ${it.level === null ? 'noch nicht gemessen' : `jetzt ${it.level} ${it.unit}`}, von ${it.baseline} auf ${it.target} ${it.unit}${it.dueOn === null ? '' : ` bis ${it.dueOn}`}; ${it.achievement}.`,
  noGoal: (who) => `${who} hat kein offenes Ziel.`,
  noGoalAbout: (who) => `${who} hat dazu kein offenes Ziel.`,
  noGoalDue: (who, when) => `Kein Ziel von ${who} ist fällig (${when}).`,
  goalDue: (title, on) =>
    on === null ? `„${title}“ hat keinen Zieltermin.` : `„${title}“ ist am ${on} fällig.`,
  goalMeasured: (title, at) =>
    at === null
      ? `„${title}“ wurde noch nicht gemessen.`
      : `„${title}“ wurde zuletzt am ${at} gemessen.`,
  goalReached: (title, at) => `„${title}“ wurde am ${at} erreicht.`,
  noneReached: (who) => `${who} hat in dieser Zeit kein Ziel erreicht.`,
  noneStalled: (who) => `Kein aktives Ziel von ${who} ist ohne Fortschritt.`,
  achievement: {
    'in-progress': 'noch keine klare Richtung',
    improving: 'nähert sich dem Ziel',
    worsening: 'entfernt sich vom Ziel',
    'no-change': 'steht still',
    achieved: 'erreicht',
    sustaining: 'erreicht und gehalten',
    'not-achieved': 'nicht erreicht',
    'no-progress': 'ohne Fortschritt',
    'not-attainable': 'nicht erreichbar',
  },
  age: (who, years, months) => `${who} ist ${years} Jahre und ${months} Monate alt.`,
  born: (who, on) => `${who} wurde am ${on} geboren.`,
  therapist: (who, provider) =>
    provider === null
      ? `Für ${who} ist niemand hauptverantwortlich eingetragen.`
      : `Hauptverantwortlich für ${who}: ${provider}.`,
  alert: (who, text) => `${who}: ${text}`,
  noAlert: (who) => `Für ${who} ist kein Hinweis eingetragen.`,
  home: (who, location) =>
    location === null ? `${who} gehört zu keinem bestimmten Standort.` : `${who}: ${location}.`,
  assessment: (child, instrument, on, state) =>
    ({
      OPEN: `${child}: ${instrument} ist am ${on} fällig.`,
      OVERDUE: `${child}: ${instrument} ist seit ${on} überfällig.`,
      DONE: `${child}: ${instrument} wurde am ${on} abgeschlossen.`,
    })[state],
  noneDue: (who, when) =>
    who === null ? `Kein Test ist fällig (${when}).` : `Kein Test von ${who} ist fällig (${when}).`,
  noneOverdue: (who) =>
    who === null ? 'Kein Test ist überfällig.' : `Kein Test von ${who} ist überfällig.`,
  dueCount: (count, when) => `Fällige Tests (${when}): ${count}.`,
  noneDone: (who) => `${who} hat keinen abgeschlossenen Test.`,
  session: (who, at, provider) => `Letzte Sitzung von ${who}: ${at}, mit ${provider}.`,
  noSession: (who) => `${who} hatte noch keine Sitzung.`,
  sessionCount: (who, count, when) => `Sitzungen von ${who} (${when}): ${count}.`,
  more: 'Es gibt mehr. Fragen Sie nach weniger Tagen.',
  future: 'ab jetzt',
  past: 'bisher',
  period: {
    YESTERDAY: 'gestern',
    TODAY: 'heute',
    TOMORROW: 'morgen',
    LAST_WEEK: 'letzte Woche',
    THIS_WEEK: 'diese Woche',
    NEXT_WEEK: 'nächste Woche',
    LAST_MONTH: 'letzten Monat',
    THIS_MONTH: 'diesen Monat',
    NEXT_MONTH: 'nächsten Monat',
  },
  to: (from, until) => `${from} bis ${until}`,
}

const SPANISH: Words = {
  next: (who, it) => `Próxima cita de ${who}: ${it.when}, con ${it.with}, en ${it.at}.`,
  last: (who, it) => `Última cita de ${who}: ${it.when}, con ${it.with}, en ${it.at}.`,
  with: (who, it) => `La cita de ${who} (${it.when}) es con ${it.with}.`,
  place: (who, it) => `La cita de ${who} (${it.when}) es en ${it.at}.`,
  visit: (child, it) => `${it.when}: ${child} con ${it.with}, en ${it.at}.`,
  unconfirmed: 'sin confirmar',
  noNext: (who) => `${who} no tiene ninguna cita futura.`,
  noLast: (who) => `${who} no tiene ninguna cita pasada.`,
  none: (who, when) =>
    who === null ? `No hay ninguna cita (${when}).` : `${who} no tiene ninguna cita (${when}).`,
  count: (who, count, when) =>
    who === null ? `Citas (${when}): ${count}.` : `Citas de ${who} (${when}): ${count}.`,
  noneCancelled: (who, when) => `No se canceló ninguna cita de ${who} (${when}).`,
  noneMissed: (who, when) => `${who} no faltó a ninguna cita (${when}).`,
  noneUnconfirmed: 'Ninguna cita espera confirmación.',
  free: (who, service, when, times) =>
    `Horas libres de ${who} para ${service} (${when}): ${times}.`,
  noneFree: (who, service, when) => `${who} no tiene horas libres para ${service} (${when}).`,
  noService: (who) => `${who} no ofrece ningún servicio.`,
  goal: (title, it) =>
    `«${title}»: ${it.level === null ? 'aún sin medir' : `ahora ${it.level} ${it.unit}`}, de ${it.baseline} a ${it.target} ${it.unit}${it.dueOn === null ? '' : ` hasta el ${it.dueOn}`}; ${it.achievement}.`,
  noGoal: (who) => `${who} no tiene ningún objetivo abierto.`,
  noGoalAbout: (who) => `${who} no tiene ningún objetivo abierto sobre esto.`,
  noGoalDue: (who, when) => `No vence ningún objetivo de ${who} (${when}).`,
  goalDue: (title, on) =>
    on === null ? `«${title}» no tiene fecha límite.` : `«${title}» vence el ${on}.`,
  goalMeasured: (title, at) =>
    at === null
      ? `«${title}» aún no se ha medido.`
      : `«${title}» se midió por última vez el ${at}.`,
  goalReached: (title, at) => `«${title}» se alcanzó el ${at}.`,
  noneReached: (who) => `${who} no alcanzó ningún objetivo en este tiempo.`,
  noneStalled: (who) => `Ningún objetivo activo de ${who} está sin progreso.`,
  achievement: {
    'in-progress': 'aún sin dirección clara',
    improving: 'se acerca al objetivo',
    worsening: 'se aleja del objetivo',
    'no-change': 'sin cambios',
    achieved: 'alcanzado',
    sustaining: 'alcanzado y mantenido',
    'not-achieved': 'no alcanzado',
    'no-progress': 'sin progreso',
    'not-attainable': 'no alcanzable',
  },
  age: (who, years, months) => `${who} tiene ${years} años y ${months} meses.`,
  born: (who, on) => `${who} nació el ${on}.`,
  therapist: (who, provider) =>
    provider === null
      ? `No consta terapeuta principal de ${who}.`
      : `Terapeuta principal de ${who}: ${provider}.`,
  alert: (who, text) => `${who}: ${text}`,
  noAlert: (who) => `No consta ningún aviso sobre ${who}.`,
  home: (who, location) =>
    location === null
      ? `${who} no pertenece a ningún centro en particular.`
      : `${who} pertenece a ${location}.`,
  assessment: (child, instrument, on, state) =>
    ({
      OPEN: `${child}: ${instrument} vence el ${on}.`,
      OVERDUE: `${child}: ${instrument} está atrasada desde el ${on}.`,
      DONE: `${child}: ${instrument} se completó el ${on}.`,
    })[state],
  noneDue: (who, when) =>
    who === null
      ? `No vence ninguna evaluación (${when}).`
      : `No vence ninguna evaluación de ${who} (${when}).`,
  noneOverdue: (who) =>
    who === null
      ? 'No hay ninguna evaluación atrasada.'
      : `No hay ninguna evaluación atrasada de ${who}.`,
  dueCount: (count, when) => `Evaluaciones que vencen (${when}): ${count}.`,
  noneDone: (who) => `${who} no tiene ninguna evaluación completada.`,
  session: (who, at, provider) => `Última sesión de ${who}: ${at}, con ${provider}.`,
  noSession: (who) => `${who} no ha tenido ninguna sesión.`,
  sessionCount: (who, count, when) => `Sesiones de ${who} (${when}): ${count}.`,
  more: 'Hay más. Pregunte por menos días.',
  future: 'a partir de ahora',
  past: 'hasta ahora',
  period: {
    YESTERDAY: 'ayer',
    TODAY: 'hoy',
    TOMORROW: 'mañana',
    LAST_WEEK: 'la semana pasada',
    THIS_WEEK: 'esta semana',
    NEXT_WEEK: 'la próxima semana',
    LAST_MONTH: 'el mes pasado',
    THIS_MONTH: 'este mes',
    NEXT_MONTH: 'el próximo mes',
  },
  to: (from, until) => `del ${from} al ${until}`,
}

export const WORDS: Record<Spoken, Words> = { en: ENGLISH, de: GERMAN, es: SPANISH }

/** The days of a period: `this month, Tuesday 1 December 2026 to …`; otherwise all the time before or after now. */
export const wordsOfPeriod = (
  period: Period | null,
  { language, locale }: Pick<RecordQuestion, 'language' | 'locale'>,
  otherwise: 'past' | 'future' = 'future',
): string => {
  const words = WORDS[language]
  if (period === null) return words[otherwise]
  const { name, startsOn, endsOn } = period
  const from = longDay(startsOn, locale)
  const days = startsOn === endsOn ? from : words.to(from, longDay(endsOn, locale))
  return `${words.period[name]}, ${days}`
}

/** A start as it is said at the place of the appointment: `Tuesday 1 December 2026 at 10:00 (CET)`. */
export const wordsOfTime = (at: Date, timeZone: string, locale: string): string => {
  const text = utc(at)
  return `${longTime(text, timeZone, locale)} (${zoneName(text, timeZone, locale, 'short')})`
}
