import type { QuestionPatterns } from './question-patterns.ts'

/** Questions in Spanish, without accents and punctuation; see {@link QuestionPatterns}. */
export const SPANISH: QuestionPatterns = {
  NEXT_APPOINTMENT: {
    example: '¿Cuándo es la próxima cita de Mia y con quién?',
    patterns: [
      'cuando es (?:la proxima|{su} proxima) {visit}(?: (?:de|con) {person})?(?: y (?:con quien|donde))?',
      'cuando tiene {person} (?:la|su) proxima {visit}(?: y con quien)?',
      'cuando viene {person} (?:la proxima vez|otra vez)',
    ],
  },
  LAST_APPOINTMENT: {
    example: '¿Cuándo fue la última cita de Mia?',
    patterns: [
      'cuando fue (?:la ultima|{su} ultima) {visit}(?: (?:de|con) {person})?(?: y con quien)?',
      'cuando vino {person} (?:la ultima vez|por ultima vez)',
    ],
  },
  NEXT_PROVIDER: {
    example: '¿Con quién es la próxima cita de Mia?',
    patterns: [
      'con quien es (?:la proxima|{su} proxima) {visit}(?: de {person})?',
      'con quien tiene {person} (?:la|su) proxima {visit}',
    ],
  },
  NEXT_PLACE: {
    example: '¿Dónde es la próxima cita de Mia?',
    patterns: ['donde es (?:la proxima|{su} proxima) {visit}(?: de {person})?'],
  },
  APPOINTMENTS: {
    example: '¿Qué citas tiene Mia esta semana?',
    patterns: [
      '(?:que|cuales) citas tiene {person}(?: {period})?',
      '(?:que|cuales) citas {tengo}(?: {period})?',
      'cuales son las citas de {person}(?: {period})?',
      'a quien ve {person} {period}',
    ],
  },
  APPOINTMENT_COUNT: {
    example: '¿Cuántas citas tiene Mia este mes?',
    patterns: ['cuantas citas tiene {person}(?: {period})?', 'cuantas citas {tengo}(?: {period})?'],
  },
  HAS_APPOINTMENT: {
    example: '¿Tiene Mia una cita mañana?',
    patterns: ['tiene {person} (?:una |alguna )?cita {period}', 'viene {person} {period}'],
  },
  CANCELLED_APPOINTMENTS: {
    example: '¿Qué citas de Mia se cancelaron este mes?',
    patterns: [
      '(?:que|cuales) citas de {person} (?:se cancelaron|fueron canceladas)(?: {period})?',
    ],
  },
  MISSED_APPOINTMENTS: {
    example: '¿A qué citas faltó Mia el mes pasado?',
    patterns: [
      'a (?:que|cuantas) citas (?:falto|ha faltado) {person}(?: {period})?',
      '(?:falto|ha faltado) {person} a (?:una|alguna) cita(?: {period})?',
    ],
  },
  LOCATION_APPOINTMENTS: {
    example: '¿Qué citas hay hoy en Queens?',
    patterns: [
      '(?:que|cuales) citas (?:hay|tenemos) {period}(?: {at} {location})?',
      '(?:que|cuales) citas (?:hay|tenemos) {at} {location} {period}',
    ],
  },
  LOCATION_APPOINTMENT_COUNT: {
    example: '¿Cuántas citas hay hoy en Queens?',
    patterns: [
      'cuantas citas (?:hay|tenemos) {period}(?: {at} {location})?',
      'cuantas citas (?:hay|tenemos) {at} {location} {period}',
    ],
  },
  UNCONFIRMED_APPOINTMENTS: {
    example: '¿Qué citas esperan confirmación en Queens?',
    patterns: [
      '(?:que|cuales) citas (?:esperan confirmacion|estan sin confirmar)(?: {at} {location})?(?: {period})?',
    ],
  },
  FREE_TIMES: {
    example: '¿Cuándo está libre Anna Berg mañana?',
    patterns: [
      'cuando esta (?:libre|disponible) {person}(?: {period})?',
      'cuando tiene (?:hueco|tiempo) {person}(?: {period})?',
    ],
  },
  GOAL_PROGRESS: {
    example: '¿Cómo va el objetivo de Mia sobre /r/?',
    patterns: [
      'como va (?:el objetivo|{su} objetivo)(?: de {person})? (?:sobre|con|para) {topic}',
      'como va {person} con {topic}',
    ],
  },
  GOALS_PROGRESS: {
    example: '¿Cómo van los objetivos de Mia?',
    patterns: [
      'como van (?:los objetivos|{su}s objetivos)(?: de {person})?',
      'como (?:avanza|progresa) {person}',
      'que progreso hace {person}',
    ],
  },
  GOALS: {
    example: '¿Qué objetivos tiene Mia?',
    patterns: [
      '(?:que|cuales) objetivos tiene {person}',
      'cuales son (?:los objetivos|{su}s objetivos)(?: de {person})?',
      'en que trabaja {person}',
    ],
  },
  ACHIEVED_GOALS: {
    example: '¿Qué objetivos ha alcanzado Mia?',
    patterns: ['(?:que|cuales) objetivos (?:ha alcanzado|alcanzo) {person}(?: {period})?'],
  },
  STALLED_GOALS: {
    example: '¿Qué objetivos de Mia no avanzan?',
    patterns: ['(?:que|cuales) objetivos de {person} (?:no avanzan|no progresan)'],
  },
  GOALS_LAST_MEASURED: {
    example: '¿Cuándo se midieron por última vez los objetivos de Mia?',
    patterns: [
      'cuando se (?:midieron|midio) por ultima vez (?:los objetivos|el objetivo) de {person}(?: sobre {topic})?',
    ],
  },
  GOALS_DUE: {
    example: '¿Cuándo vencen los objetivos de Mia?',
    patterns: [
      'cuando (?:vencen|vence) (?:los objetivos|el objetivo) de {person}(?: sobre {topic})?',
      '(?:que|cuales) objetivos de {person} vencen(?: {period})?',
    ],
  },
  AGE: {
    example: '¿Cuántos años tiene Mia?',
    patterns: ['cuantos anos tiene {person}', 'que edad tiene {person}'],
  },
  BIRTH_DATE: {
    example: '¿Cuándo es el cumpleaños de Mia?',
    patterns: [
      'cuando es (?:el cumpleanos|{su} cumpleanos)(?: de {person})?',
      'cuando nacio {person}',
      'cuando cumple anos {person}',
    ],
  },
  THERAPIST: {
    example: '¿Quién es la terapeuta de Mia?',
    patterns: [
      'quien es (?:la terapeuta|el terapeuta|{su} terapeuta)(?: de {person})?',
      'quien (?:trata|atiende) a {person}',
    ],
  },
  ALERTS: {
    example: '¿Qué alergias tiene Mia?',
    patterns: [
      '(?:que|cuales) (?:alergias|alertas|avisos) tiene {person}',
      'tiene {person} (?:alguna alergia|alergias)',
    ],
  },
  CHILD_LOCATION: {
    example: '¿A qué centro pertenece Mia?',
    patterns: ['a que (?:centro|sede) pertenece {person}', 'donde se trata a {person}'],
  },
  ASSESSMENTS_DUE: {
    example: '¿Qué evaluaciones vencen este mes en Queens?',
    patterns: [
      '(?:que|cuales) evaluaciones vencen(?: {period})?(?: {at} {location})?',
      '(?:que|cuales) evaluaciones vencen {at} {location} {period}',
      '(?:que|cuales) ninos necesitan una evaluacion(?: {period})?(?: {at} {location})?',
    ],
  },
  ASSESSMENTS_OVERDUE: {
    example: '¿Qué evaluaciones están atrasadas en Queens?',
    patterns: [
      '(?:que|cuales) evaluaciones estan (?:atrasadas|vencidas|retrasadas)(?: {at} {location})?',
    ],
  },
  ASSESSMENT_COUNT: {
    example: '¿Cuántas evaluaciones vencen el próximo mes?',
    patterns: [
      'cuantas evaluaciones vencen(?: {period})?(?: {at} {location})?',
      'cuantas evaluaciones vencen {at} {location} {period}',
    ],
  },
  NEXT_ASSESSMENT: {
    example: '¿Cuándo es la próxima evaluación de Mia?',
    patterns: ['cuando (?:es|vence) (?:la proxima|{su} proxima) evaluacion(?: de {person})?'],
  },
  LAST_ASSESSMENT: {
    example: '¿Cuándo fue la última evaluación de Mia?',
    patterns: ['cuando fue (?:la ultima|{su} ultima) evaluacion(?: de {person})?'],
  },
  CHILD_ASSESSMENTS_DUE: {
    example: '¿Qué evaluaciones necesita Mia?',
    patterns: ['(?:que|cuales) evaluaciones necesita {person}(?: {period})?'],
  },
  CHILD_ASSESSMENTS_OVERDUE: {
    example: '¿Tiene Mia evaluaciones atrasadas?',
    patterns: [
      'tiene {person} (?:alguna )?evaluaci(?:on|ones) (?:atrasadas?|vencidas?)',
      '(?:que|cuales) evaluaciones de {person} estan (?:atrasadas|vencidas)',
    ],
  },
  COMPLETED_ASSESSMENTS: {
    example: '¿Qué evaluaciones ha hecho Mia?',
    patterns: ['(?:que|cuales) evaluaciones ha (?:hecho|completado) {person}(?: {period})?'],
  },
  LAST_SESSION: {
    example: '¿Cuándo fue la última sesión de Mia?',
    patterns: ['cuando fue (?:la ultima|{su} ultima) sesion(?: de {person})?'],
  },
  SESSION_COUNT: {
    example: '¿Cuántas sesiones tuvo Mia este mes?',
    patterns: ['cuantas sesiones (?:tuvo|ha tenido) {person}(?: {period})?'],
  },
}
