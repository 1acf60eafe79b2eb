import { describe, expect, test } from 'vitest'
import { changesBetween } from '#platform/core/audit/changes.ts'
import { RECORDS } from '#vocabulary/resources.ts'

/** Names of members with people's words, secrets or identities. */
const NEVER_SHOWN =
  /^(?:.*(?:[Nn]ame|[Ss]ecret|[Hh]eaders|email|phone|address|[Cc]omment|tokenHash|ciphertext)|notes?|subjective|objective|plan|birthDate|answers|scores|definition|text|sections|value|reason|evidence|payer|alerts|url)$/

describe('the audit trail of a change', () => {
  test('shows the values of shown members, and only the names of others', () => {
    const before = { status: 'OPEN', diagnosis: 'old words', version: 1 }
    const after = { status: 'CLOSED', diagnosis: 'new words', version: 2 }
    expect(changesBetween(['status'], before, after)).toEqual({
      status: { from: 'OPEN', to: 'CLOSED' },
      diagnosis: { from: '[withheld]', to: '[withheld]' },
    })
  })

  test('shows nested members by their own names, unless all are shown', () => {
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

  test('shows only the id of a record without shown members', () => {
    expect(changesBetween([], undefined, { id: 'x_1', kind: 'A' })).toEqual({
      id: { from: null, to: 'x_1' },
      kind: { from: null, to: '[withheld]' },
    })
  })

  test('never shows a member that contains text written by a person', () => {
    const listed = Object.entries(RECORDS).flatMap(([entity, { audit = [] }]) =>
      audit === '*' ? [] : audit.map((field) => [entity, field] as const),
    )
    expect(listed.length).toBeGreaterThan(300)
    const shown = listed.filter(([, field]) => NEVER_SHOWN.test(field))
    expect(shown).toEqual([])
  })
})
