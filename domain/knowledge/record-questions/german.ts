import type { QuestionPatterns } from './question-patterns.ts'

/** Questions in German, without accents and punctuation; see {@link QuestionPatterns}. */
export const GERMAN: QuestionPatterns = {
  NEXT_APPOINTMENT: {
    example: 'Wann ist Mias nächster Termin, und bei wem?',
    patterns: [
      'wann ist {person’s} nachster {visit}(?: und (?:bei|mit) wem| und wo)?',
      'wann ist der nachste {visit} (?:von|fur|mit) {person}(?: und (?:bei|mit) wem| und wo)?',
      'wann (?:hat|habe) {person} (?:den|ihren|seinen|meinen) nachsten {visit}(?: und (?:bei|mit) wem)?',
      'wann kommt {person} (?:das nachste mal|wieder)',
    ],
  },
  LAST_APPOINTMENT: {
    example: 'Wann war Mias letzter Termin?',
    patterns: [
      'wann war {person’s} letzter {visit}(?: und (?:bei|mit) wem)?',
      'wann war der letzte {visit} (?:von|fur|mit) {person}',
      'wann war {person} (?:zuletzt|das letzte mal) (?:da|hier)',
    ],
  },
  NEXT_PROVIDER: {
    example: 'Bei wem ist Mias nächster Termin?',
    patterns: [
      '(?:bei|mit) wem ist {person’s} nachster {visit}',
      '(?:bei|mit) wem (?:hat|ist) {person} (?:den|ihren|seinen) nachsten {visit}',
      'wen sieht {person} als nachstes',
    ],
  },
  NEXT_PLACE: {
    example: 'Wo ist Mias nächster Termin?',
    patterns: ['wo ist {person’s} nachster {visit}', 'wo ist der nachste {visit} von {person}'],
  },
  APPOINTMENTS: {
    example: 'Welche Termine hat Mia diese Woche?',
    patterns: [
      'welche termine (?:hat|habe) {person}(?: {period})?',
      'was sind {person’s} termine(?: {period})?',
      'wen (?:sieht|sehe) {person} {period}',
      'wann ist {person} {period} da',
    ],
  },
  APPOINTMENT_COUNT: {
    example: 'Wie viele Termine hat Mia diesen Monat?',
    patterns: ['wie ?viele termine (?:hat|habe) {person}(?: {period})?'],
  },
  HAS_APPOINTMENT: {
    example: 'Hat Mia morgen einen Termin?',
    patterns: ['(?:hat|habe) {person} {period} (?:einen )?termine?', 'kommt {person} {period}'],
  },
  CANCELLED_APPOINTMENTS: {
    example: 'Welche Termine von Mia wurden diesen Monat abgesagt?',
    patterns: [
      'welche termine von {person} (?:wurden|sind)(?: {period})? abgesagt(?: worden)?',
      'welche {person’s} termine wurden(?: {period})? abgesagt',
    ],
  },
  MISSED_APPOINTMENTS: {
    example: 'Welche Termine hat Mia letzten Monat versäumt?',
    patterns: [
      '(?:welche|wie ?viele) termine hat {person}(?: {period})? (?:versaumt|verpasst)',
      'hat {person}(?: {period})? (?:einen )?termine? (?:versaumt|verpasst)',
    ],
  },
  LOCATION_APPOINTMENTS: {
    example: 'Welche Termine gibt es heute in Queens?',
    patterns: [
      'welche termine (?:gibt es|haben wir|sind) {period}(?: {at} {location})?',
      'welche termine (?:gibt es|haben wir|sind) {at} {location} {period}',
    ],
  },
  LOCATION_APPOINTMENT_COUNT: {
    example: 'Wie viele Termine gibt es heute in Queens?',
    patterns: [
      'wie ?viele termine (?:gibt es|haben wir|sind) {period}(?: {at} {location})?',
      'wie ?viele termine (?:gibt es|haben wir|sind) {at} {location} {period}',
    ],
  },
  UNCONFIRMED_APPOINTMENTS: {
    example: 'Welche Termine in Queens sind noch nicht bestätigt?',
    patterns: [
      'welche termine(?: {at} {location})? sind(?: {period})? (?:noch )?(?:nicht bestatigt|unbestatigt)',
    ],
  },
  FREE_TIMES: {
    example: 'Wann ist Anna Berg morgen frei?',
    patterns: [
      'wann ist {person}(?: {period})? frei',
      'wann hat {person}(?: {period})? zeit',
      'welche freien termine hat {person}(?: {period})?',
    ],
  },
  GOAL_PROGRESS: {
    example: 'Wie läuft Mias Ziel zu /r/?',
    patterns: [
      'wie (?:lauft|geht) {person’s} ziel (?:zu|fur|mit|bei) {topic}(?: voran)?',
      'wie lauft das ziel (?:zu|fur|mit|bei) {topic} von {person}',
      'wie kommt {person} (?:mit|bei) {topic} voran',
    ],
  },
  GOALS_PROGRESS: {
    example: 'Wie laufen Mias Ziele?',
    patterns: [
      'wie (?:laufen|gehen) {person’s} ziele(?: voran)?',
      'wie kommt {person} voran',
      'welche fortschritte macht {person}',
    ],
  },
  GOALS: {
    example: 'Welche Ziele hat Mia?',
    patterns: ['welche ziele hat {person}', 'was sind {person’s} ziele', 'woran arbeitet {person}'],
  },
  ACHIEVED_GOALS: {
    example: 'Welche Ziele hat Mia erreicht?',
    patterns: ['welche ziele hat {person}(?: {period})? erreicht'],
  },
  STALLED_GOALS: {
    example: 'Welche Ziele von Mia machen keine Fortschritte?',
    patterns: [
      'welche (?:ziele von {person}) (?:machen keine fortschritte|kommen nicht voran)',
      'bei welchen zielen macht {person} keine fortschritte',
    ],
  },
  GOALS_LAST_MEASURED: {
    example: 'Wann wurden Mias Ziele zuletzt gemessen?',
    patterns: [
      'wann (?:wurde|wurden) {person’s} ziele? (?:zu|fur|mit|bei) {topic} zuletzt gemessen',
      'wann (?:wurde|wurden) {person’s} ziele? zuletzt gemessen',
    ],
  },
  GOALS_DUE: {
    example: 'Wann sind Mias Ziele fällig?',
    patterns: [
      'wann (?:ist|sind) {person’s} ziele? (?:zu|fur|mit|bei) {topic} fallig',
      'wann (?:ist|sind) {person’s} ziele? fallig',
      'welche ziele von {person} sind(?: {period})? fallig',
    ],
  },
  AGE: { example: 'Wie alt ist Mia?', patterns: ['wie alt ist {person}'] },
  BIRTH_DATE: {
    example: 'Wann hat Mia Geburtstag?',
    patterns: [
      'wann hat {person} geburtstag',
      'wann ist {person’s} geburtstag',
      'wann (?:ist|wurde) {person} geboren',
    ],
  },
  THERAPIST: {
    example: 'Wer behandelt Mia?',
    patterns: [
      'wer behandelt {person}',
      'wer ist {person’s} (?:therapeutin|therapeut|behandlerin|behandler)',
      'wer ist (?:die therapeutin|der therapeut) von {person}',
    ],
  },
  ALERTS: {
    example: 'Welche Allergien hat Mia?',
    patterns: [
      'welche (?:allergien|warnhinweise|hinweise) hat {person}',
      'hat {person} (?:eine allergie|allergien)',
      'was (?:muss ich|mussen wir) uber {person} wissen',
    ],
  },
  CHILD_LOCATION: {
    example: 'Zu welchem Standort gehört Mia?',
    patterns: ['zu welchem standort gehort {person}', 'wo wird {person} behandelt'],
  },
  ASSESSMENTS_DUE: {
    example: 'Welche Tests sind diesen Monat in Queens fällig?',
    patterns: [
      'welche {tests} sind(?: {period})?(?: {at} {location})? fallig',
      'welche {tests} sind {at} {location} {period} fallig',
      'welche kinder brauchen(?: {period})?(?: {at} {location})? (?:einen test|ein assessment|eine testung)',
    ],
  },
  ASSESSMENTS_OVERDUE: {
    example: 'Welche Tests sind in Queens überfällig?',
    patterns: ['welche {tests} sind(?: {at} {location})? uberfallig'],
  },
  ASSESSMENT_COUNT: {
    example: 'Wie viele Tests sind nächsten Monat fällig?',
    patterns: [
      'wie ?viele {tests} sind(?: {period})?(?: {at} {location})? fallig',
      'wie ?viele {tests} sind {at} {location} {period} fallig',
    ],
  },
  NEXT_ASSESSMENT: {
    example: 'Wann ist Mias nächster Test fällig?',
    patterns: [
      'wann ist {person’s} nachste[rs]? {test}(?: fallig)?',
      'wann ist (?:der|das|die) nachste {test} (?:von|fur) {person}(?: fallig)?',
    ],
  },
  LAST_ASSESSMENT: {
    example: 'Wann war Mias letzter Test?',
    patterns: [
      'wann war {person’s} letzte[rs]? {test}',
      'wann war (?:der|das|die) letzte {test} (?:von|fur) {person}',
      'wann wurde {person} zuletzt getestet',
    ],
  },
  CHILD_ASSESSMENTS_DUE: {
    example: 'Welche Tests sind für Mia fällig?',
    patterns: ['welche {tests} sind fur {person}(?: {period})? fallig'],
  },
  CHILD_ASSESSMENTS_OVERDUE: {
    example: 'Hat Mia einen überfälligen Test?',
    patterns: [
      'hat {person} (?:einen |ein |eine )?uberfallige[ns]? {tests}',
      'welche {tests} von {person} sind uberfallig',
    ],
  },
  COMPLETED_ASSESSMENTS: {
    example: 'Welche Tests hat Mia gemacht?',
    patterns: ['welche {tests} hat {person}(?: {period})? (?:gemacht|abgeschlossen)'],
  },
  LAST_SESSION: {
    example: 'Wann war Mias letzte Sitzung?',
    patterns: [
      'wann war {person’s} letzte (?:sitzung|therapiestunde)',
      'wann war die letzte (?:sitzung|therapiestunde) (?:von|mit) {person}',
    ],
  },
  SESSION_COUNT: {
    example: 'Wie viele Sitzungen hatte Mia diesen Monat?',
    patterns: ['wie ?viele (?:sitzungen|therapiestunden) (?:hatte|hat) {person}(?: {period})?'],
  },
}
