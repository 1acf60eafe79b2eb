import { z } from 'zod'
import { utc } from '../time/time.ts'
import type { Reader } from '../transactions/transaction.ts'
import { aloneFrom, type Alone, type Standing } from './may-act-alone.ts'

/** The members of a record that a second person approves. */
export const aloneMembers = {
  approvedAlone: z.boolean().meta({
    description:
      'Whether the same person took both steps, as the only person of the centre who could (`soleApprovals` in `GET /v1/organization`).',
    example: false,
  }),
  approvableAloneAt: z.iso.datetime().nullable().meta({
    description:
      'When the person who took the first step may also take the second, in UTC, unless another person can; null if the organization does not allow it, or the record does not wait for it.',
    example: null,
  }),
}

/** The same members of a row, before `withApprovableAlone` adds the time. */
export const aloneOf = ({ approvedAlone }: { approvedAlone: boolean }) => ({
  approvedAlone,
  approvableAloneAt: null,
})

interface Shown {
  approvableAloneAt: string | null
}

/**
 * Converts rows, and adds when they can be approved alone. `firstStep` returns when the first step of a waiting
 * record was taken; null if the record does not wait.
 */
export const withApprovableAlone =
  <Row, Record extends Shown>(
    show: (row: Row, reader: Reader) => Record,
    firstStep: (row: Row) => Date | null,
    { wait }: Pick<Alone, 'wait'> = {},
  ) =>
  async (rows: Row[], reader: Reader): Promise<Record[]> => {
    const shown = rows.map((row) => show(row, reader))
    const steps = rows.map((row) => firstStep(row))
    const [centre] = await reader.sql<Setting>(SETTING, [reader.tenantId])
    if (!centre?.isAllowed) return shown
    return shown.map((it, index) => {
      const since = steps[index]!
      if (since === null) return it
      return { ...it, approvableAloneAt: utc(aloneFrom(centre, { since, ...(wait && { wait }) })!) }
    })
  }

/** The same for one row. */
export const oneOf =
  <Row, Record>(show: (rows: Row[], reader: Reader) => Promise<Record[]>) =>
  async (row: Row, reader: Reader): Promise<Record> =>
    (await show([row], reader))[0]!

type Setting = Pick<Standing, 'isAllowed' | 'allowedAt' | 'waitHours'>

const SETTING = `
  SELECT sole_approvals AS "isAllowed", sole_approvals_since AS "allowedAt", sole_approvals_wait_hours AS "waitHours"
  FROM tenants WHERE tenant_id = $1`
