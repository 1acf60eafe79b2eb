import { describe, expect, test } from 'vitest'
import { changesBetween } from '#platform/core/audit/changes.ts'
import { RECORDS } from '#vocabulary/resources.ts'

/** Names of members that hold what people wrote, or that tell a secret or who somebody is. */
const NEVER_SHOWN =
  /^(?:.*(?:[Nn]ame|[Ss]ecret|[Hh]eaders|email|phone|address|[Cc]omment|tokenHash|ciphertext)|notes?|subjective|objective|plan|birthDate|answers|scores|definition|text|sections|value|reason|evidence|payer|alerts|url)$/

describe('what the audit trail shows of a change', () => {
  test('the values of the members that are named; of others that they changed', () => {
    const before = { status: 'OPEN', diagnosis: 'old words', version: 1 }
    const after = { status: 'CLOSED', diagnosis: 'new words', version: 2 }
    expect(changesBetween(['status'], before, after)).toEqual({
      status: { from: 'OPEN', to: 'CLOSED' },
      diagnosis: { from: '[withheld]', to: '[withheld]' },
    })
  })

  test('members of members by their own names, unless all of them are named', () => {
    const cancellation = { initiator: 'CLIENT', reason: 'her words' }
    expect(
      changesBetween(['cancellation', 'initiator'], { cancellation: null }, { cancellation }),
    ).toEqual({
      cancellation: { from: null, to: { initiator: 'CLIENT', reason: '[withheld]' } },
    })
    const moved = { goals: ['gol_1'] }
    expect(changesBetween(['moved.*'], undefined, { moved })).toEqual({
      moved: { from: null, to: moved },
    })
  })

  test('nothing but ids of a record that shows none of its members', () => {
    expect(changesBetween([], undefined, { id: 'x_1', kind: 'A' })).toEqual({
      id: { from: null, to: 'x_1' },
      kind: { from: null, to: '[withheld]' },
    })
  })

  test('no resource shows a member that holds a person’s words', () => {
    const listed = Object.entries(RECORDS).flatMap(([entity, { audit = [] }]) =>
      audit === '*' ? [] : audit.map((field) => [entity, field] as const),
    )
    expect(listed.length).toBeGreaterThan(300)
    const shown = listed.filter(([, field]) => NEVER_SHOWN.test(field))
    expect(shown).toEqual([])
  })
})
