import type { QuestionPatterns } from './question-patterns.ts'

/** Questions in English, without accents and punctuation; see {@link QuestionPatterns}. */
export const ENGLISH: QuestionPatterns = {
  NEXT_APPOINTMENT: {
    example: 'When is Mia’s next appointment, and with whom?',
    patterns: [
      'when is {person’s} next {visit}(?: and (?:with whom|with who|who with|who is it with|where))?',
      'when is the next {visit} (?:of|for|with) {person}(?: and (?:with whom|where))?',
      'when does {person} come(?: in)? next',
      'when is {person} (?:coming|booked|here) next',
      'what is {person’s} next {visit}',
    ],
  },
  LAST_APPOINTMENT: {
    example: 'When was Mia’s last appointment?',
    patterns: [
      'when was {person’s} (?:last|latest|previous|most recent) {visit}(?: and with whom)?',
      'when was the (?:last|latest|previous) {visit} (?:of|for|with) {person}',
      'when was {person} last (?:here|seen)',
    ],
  },
  NEXT_PROVIDER: {
    example: 'Who does Mia see next?',
    patterns: [
      'who (?:does|will) {person} see next',
      '(?:who|with whom) is {person’s} next {visit}(?: with)?',
    ],
  },
  NEXT_PLACE: {
    example: 'Where is Mia’s next appointment?',
    patterns: ['where is {person’s} next {visit}'],
  },
  APPOINTMENTS: {
    example: 'Which appointments does Mia have this week?',
    patterns: [
      '(?:which|what) appointments (?:does|do) {person} have(?: {period})?',
      '(?:what are|which are|list|show(?: me)?) {person’s} appointments(?:(?: for)? {period})?',
      'who (?:does|do) {person} see {period}',
      'when is {person} (?:here|coming|booked) {period}',
    ],
  },
  APPOINTMENT_COUNT: {
    example: 'How many appointments does Mia have this month?',
    patterns: ['how many appointments (?:does|do) {person} have(?: {period})?'],
  },
  HAS_APPOINTMENT: {
    example: 'Does Mia have an appointment tomorrow?',
    patterns: [
      '(?:does|do) {person} have (?:an|any) appointments? {period}',
      'is {person} (?:here|coming|booked) {period}',
    ],
  },
  CANCELLED_APPOINTMENTS: {
    example: 'Which of Mia’s appointments were cancelled this month?',
    patterns: [
      '(?:which|what) (?:of )?{person’s} appointments (?:were|have been|are) cancell?ed(?: {period})?',
      '(?:which|what) appointments of {person} (?:were|have been|are) cancell?ed(?: {period})?',
    ],
  },
  MISSED_APPOINTMENTS: {
    example: 'Which appointments did Mia miss last month?',
    patterns: [
      '(?:which|what|how many) appointments (?:did|has) {person} miss(?:ed)?(?: {period})?',
      '(?:did|has) {person} miss(?:ed)? (?:an|any) appointments?(?: {period})?',
    ],
  },
  LOCATION_APPOINTMENTS: {
    example: 'Which appointments are there at Queens today?',
    patterns: [
      '(?:which|what) appointments (?:are|are there|do we have) {period}(?: {at} {location})?',
      '(?:which|what) appointments (?:are|are there|do we have) {at} {location} {period}',
    ],
  },
  LOCATION_APPOINTMENT_COUNT: {
    example: 'How many appointments are there at Queens today?',
    patterns: [
      'how many appointments (?:are|are there|do we have) {period}(?: {at} {location})?',
      'how many appointments (?:are|are there|do we have) {at} {location} {period}',
    ],
  },
  UNCONFIRMED_APPOINTMENTS: {
    example: 'Which appointments await confirmation at Queens?',
    patterns: [
      '(?:which|what) appointments (?:await|are awaiting|are waiting for|need|still need) confirmation(?: {at} {location})?(?: {period})?',
      '(?:which|what) appointments are (?:not confirmed|unconfirmed)(?: {at} {location})?(?: {period})?',
    ],
  },
  FREE_TIMES: {
    example: 'When is Anna Berg free tomorrow?',
    patterns: [
      'when is {person} (?:free|available)(?: {period})?',
      '(?:which|what) (?:free )?(?:times|slots) does {person} have(?: free)?(?: {period})?',
    ],
  },
  GOAL_PROGRESS: {
    example: 'How is Mia’s goal on /r/ going?',
    patterns: [
      'how (?:is|goes) {person’s} (?:goal|work|progress) (?:on|for|with|about) {topic} (?:going|doing|coming along|progressing)',
      'how is {person} (?:doing|progressing|getting on) (?:on|with) {topic}',
      'what progress (?:is|has) {person} (?:making|made) (?:on|with) {topic}',
    ],
  },
  GOALS_PROGRESS: {
    example: 'How are Mia’s goals going?',
    patterns: [
      'how (?:are|is) {person’s} goals? (?:going|doing|coming along|progressing)',
      'how is {person} (?:doing|progressing|getting on)',
      'what progress (?:is|has) {person} (?:making|made)',
      'what is {person’s} progress',
    ],
  },
  GOALS: {
    example: 'Which goals does Mia have?',
    patterns: [
      '(?:which|what) goals does {person} have',
      '(?:what are|which are|list|show(?: me)?) {person’s}(?: current| active| open)? goals',
      'what is {person} working on',
    ],
  },
  ACHIEVED_GOALS: {
    example: 'Which goals has Mia reached?',
    patterns: [
      '(?:which|what) goals (?:has|did) {person} (?:achieved?|reach(?:ed)?|met|meet)(?: {period})?',
      'has {person} (?:achieved|reached|met) (?:a|any) goals?(?: {period})?',
    ],
  },
  STALLED_GOALS: {
    example: 'Which of Mia’s goals make no progress?',
    patterns: [
      '(?:which|what) (?:of )?{person’s} goals (?:are not progressing|are stalled|show no progress|make no progress|are without progress)',
      '(?:which|what) goals of {person} (?:are not progressing|are stalled|show no progress|make no progress|are without progress)',
    ],
  },
  GOALS_LAST_MEASURED: {
    example: 'When were Mia’s goals last measured?',
    patterns: [
      'when (?:was|were) {person’s} goals? (?:on|for|with) {topic} last measured',
      'when (?:was|were) {person’s} goals? last measured',
    ],
  },
  GOALS_DUE: {
    example: 'When are Mia’s goals due?',
    patterns: [
      'when (?:is|are) {person’s} goals? (?:on|for|with) {topic} due',
      'when (?:is|are) {person’s} goals? due',
      '(?:which|what) (?:of )?{person’s} goals are due(?: {period})?',
    ],
  },
  AGE: { example: 'How old is Mia?', patterns: ['how old is {person}'] },
  BIRTH_DATE: {
    example: 'When is Mia’s birthday?',
    patterns: [
      'when is {person’s} birthday',
      'when was {person} born',
      'what is {person’s} (?:birth date|date of birth|birthday)',
    ],
  },
  THERAPIST: {
    example: 'Who is Mia’s therapist?',
    patterns: [
      'who is {person’s} (?:main |primary )?(?:therapist|provider)',
      'who (?:treats|is treating) {person}',
    ],
  },
  ALERTS: {
    example: 'Which allergies does Mia have?',
    patterns: [
      '(?:which|what) (?:alerts|allergies|warnings) does {person} have',
      'does {person} have (?:an allergy|(?:any )?allergies|(?:any )?alerts)',
      'what must (?:i|we) know about {person}',
    ],
  },
  CHILD_LOCATION: {
    example: 'Which location does Mia belong to?',
    patterns: ['(?:which|what) location does {person} belong to', 'where is {person} treated'],
  },
  ASSESSMENTS_DUE: {
    example: 'Which assessments are due this month at Queens?',
    patterns: [
      '(?:which|what) assessments are due(?: {period})?(?: {at} {location})?',
      '(?:which|what) assessments are due {at} {location} {period}',
      '(?:which|what) children (?:need|have|are due for) an assessment(?: due)?(?: {period})?(?: {at} {location})?',
    ],
  },
  ASSESSMENTS_OVERDUE: {
    example: 'Which assessments are overdue at Queens?',
    patterns: ['(?:which|what) assessments are overdue(?: {at} {location})?'],
  },
  ASSESSMENT_COUNT: {
    example: 'How many assessments are due next month?',
    patterns: [
      'how many assessments are due(?: {period})?(?: {at} {location})?',
      'how many assessments are due {at} {location} {period}',
    ],
  },
  NEXT_ASSESSMENT: {
    example: 'When is Mia’s next assessment due?',
    patterns: [
      'when is {person’s} next assessment(?: due)?',
      'when is the next assessment (?:of|for) {person}(?: due)?',
      'when is {person} due for (?:an|the next) assessment',
    ],
  },
  LAST_ASSESSMENT: {
    example: 'When was Mia’s last assessment?',
    patterns: [
      'when was {person’s} (?:last|latest|previous) assessment',
      'when was {person} last assessed',
    ],
  },
  CHILD_ASSESSMENTS_DUE: {
    example: 'Which assessments are due for Mia?',
    patterns: [
      '(?:which|what) assessments are due for {person}(?: {period})?',
      '(?:which|what) assessments does {person} need(?: {period})?',
    ],
  },
  CHILD_ASSESSMENTS_OVERDUE: {
    example: 'Does Mia have an overdue assessment?',
    patterns: [
      '(?:is|are) {person’s} assessments? overdue',
      'which of {person’s} assessments are overdue',
      'does {person} have (?:an|any) overdue assessments?',
    ],
  },
  COMPLETED_ASSESSMENTS: {
    example: 'Which assessments has Mia had?',
    patterns: ['(?:which|what) assessments has {person} (?:had|completed|done)(?: {period})?'],
  },
  LAST_SESSION: {
    example: 'When was Mia’s last session?',
    patterns: ['when was {person’s} (?:last|latest|previous|most recent) session'],
  },
  SESSION_COUNT: {
    example: 'How many sessions did Mia have this month?',
    patterns: ['how many sessions (?:did|has|does) {person} (?:have|had)(?: {period})?'],
  },
}
