import { expect, test } from 'vitest'
import { askedKinds, formOf } from '#knowledge/answers/asked-kinds.ts'

test.each([
  ['How much is a late cancellation?', 'money'],
  ['Was kostet das Erstgespräch?', 'money'],
  ['¿Cuánto cuesta el informe?', 'money'],
  ['How long does a visit take?', 'duration'],
  ['Wie lange dauert das?', 'duration'],
  ['¿Cuánto dura la sesión?', 'duration'],
  ['How often are toys washed?', 'frequency'],
  ['At what time do you open?', 'time'],
  ['¿A qué hora abren?', 'time'],
  ['When may she return?', 'date'],
  ['How many children are in a group?', 'count'],
  ['Who leads the group?', 'person'],
  ['Wer leitet die Gruppe?', 'person'],
  ['¿Quién dirige el grupo?', 'person'],
  ['Where do strollers go?', 'place'],
  ['¿Dónde se dejan los carritos?', 'place'],
  ['Which number do we call?', 'phone'],
])('%s asks for %s', (question, kind) => {
  expect(askedKinds(question, false)).toContain(kind)
})

test('what something costs is an amount, what happens is not', () => {
  expect(askedKinds('What is the charge for a late cancellation?', true)).toEqual(['money'])
  expect(askedKinds('What happens if we pay late?', true)).toEqual(['outcome'])
  expect(askedKinds('Do we have to pay?', true)).toEqual(['whether'])
})

test.each([
  ['money', 'Later cancellations cost 40 dollars.', 1],
  ['money', 'Siblings get ten percent off.', 1],
  ['money', 'Die erste Auskunft ist kostenlos.', 0.8],
  ['money', 'Sessions start on time.', 0],
  ['duration', 'Sessions last 45 minutes.', 1],
  ['duration', 'The copy follows within 15 working days.', 1],
  ['duration', 'Toys are washed.', 0],
  ['time', 'Die Gruppe trifft sich um 16 Uhr.', 1],
  ['date', 'Registration closes on June 12.', 1],
  ['date', 'Reports are stored.', 0],
  ['person', 'Ask Dana Ruiz at the front desk.', 1],
  ['person', 'Beschwerden nimmt Herr Yilmaz entgegen.', 1],
  ['person', 'Toys are washed.', 0],
  ['place', 'Strollers are parked under the stairs.', 1],
  ['place', 'We come in the morning.', 0],
  ['phone', 'Call 555-0177.', 1],
] as const)('the form of an answer to %s in "%s" is %d', (kind, sentence, form) => {
  expect(formOf(sentence, [kind])).toBeCloseTo(form)
})
