import { expect, test } from 'vitest'
import { typeOfService } from '#organization/services/rules.ts'

test.each([
  ['ASSESSMENT', 1, 'ASSESSMENT'],
  ['INTAKE', 8, 'INTAKE'],
  ['SPEECH', 1, 'THERAPY_SESSION'],
  ['SPEECH', 2, 'GROUP_SESSION'],
])('a service with code %s and capacity %i is booked as %s', (code, capacity, type) => {
  expect(typeOfService({ code, capacity })).toBe(type)
})
