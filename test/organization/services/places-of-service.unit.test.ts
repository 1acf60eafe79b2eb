import { describe, expect, test } from 'vitest'
import { placingOf, type Placing } from '#organization/services/places-of-service.ts'

const at = (modality: Placing['modality'], placeOfService: Placing['placeOfService']): Placing => ({
  modality,
  placeOfService,
})

describe('how and where a visit takes place', () => {
  test.each<[string, Placing, Partial<Placing>, Placing]>([
    ['stays', at('IN_PERSON', 'SCHOOL'), {}, at('IN_PERSON', 'SCHOOL')],
    ['can be unknown', at('TELEHEALTH', null), {}, at('TELEHEALTH', null)],
    [
      'gets another place',
      at('IN_PERSON', 'OFFICE'),
      { placeOfService: 'HOME' },
      at('IN_PERSON', 'HOME'),
    ],
    [
      'loses a place that does not fit the new modality',
      at('IN_PERSON', 'OFFICE'),
      { modality: 'TELEHEALTH' },
      at('TELEHEALTH', null),
    ],
    [
      'keeps a place that fits the new modality',
      at('TELEHEALTH', 'TELEHEALTH_HOME'),
      { modality: 'PHONE' },
      at('PHONE', 'TELEHEALTH_HOME'),
    ],
    [
      'changes both together',
      at('IN_PERSON', 'OFFICE'),
      at('TELEHEALTH', 'TELEHEALTH_OTHER'),
      at('TELEHEALTH', 'TELEHEALTH_OTHER'),
    ],
    [
      'loses a place that is taken back',
      at('IN_PERSON', 'OFFICE'),
      { placeOfService: null },
      at('IN_PERSON', null),
    ],
  ])('%s', (_, before, given, after) => {
    expect(placingOf(before, given)).toEqual(after)
  })

  test.each<[Placing, Partial<Placing>]>([
    [at('IN_PERSON', 'OFFICE'), { placeOfService: 'TELEHEALTH_HOME' }],
    [at('TELEHEALTH', null), { placeOfService: 'OFFICE' }],
    [at('PHONE', 'TELEHEALTH_HOME'), { placeOfService: 'HOME' }],
    [at('IN_PERSON', null), { modality: 'TELEHEALTH', placeOfService: 'SCHOOL' }],
  ])('%j does not take %j', (before, given) => {
    expect(() => placingOf(before, given)).toThrow(/does not fit the modality/)
  })
})
