import type { Context } from '#platform/core/context/context.ts'
import { DomainError, invalid } from '#platform/core/errors/errors.ts'
import { newId } from '#platform/core/records/ids.ts'
import { freshRecord } from '#platform/core/records/record-ref.ts'
import { dateColumn } from '#platform/core/time/time.ts'
import { lockRecord } from '#platform/core/transactions/lock-record.ts'
import { transact } from '#platform/core/transactions/transaction.ts'
import { findProgram } from '../family-check-ins/record-family-check-in.ts'
import { assertMeeting } from './assert-meeting.ts'
import { columnsOf } from './columns-of.ts'
import { findSignedIfsp, include, showIfsp } from './queries.ts'
import { contentOf, EMPTY, type CreateIfsp, type Ifsp } from './schemas.ts'

/** Creates a version of a program's plan, with the content of the latest one. */
export const createIfsp = (
  ctx: Context,
  { programId, kind, meetingOn, changeNote }: CreateIfsp,
): Promise<Ifsp> =>
  transact(ctx, 'early-intervention:write', async (tx) => {
    await lockRecord(tx, 'early_intervention_programs', programId)
    const program = await findProgram(tx, programId)
    if (program.status === 'CLOSED')
      throw new DomainError(
        'invalid_transition',
        'The program is CLOSED, so its plan cannot change. If it was closed by mistake, reopen it.',
        { extra: { status: program.status, allowed: [] } },
      )
    await assertMeeting(tx, meetingOn, program)
    const signed = await findSignedIfsp(tx, programId)
    if (signed && kind === 'INITIAL')
      throw invalid(
        'kind',
        'not_allowed',
        'The program has a signed plan. A later version is a PERIODIC_REVIEW or ANNUAL.',
      )
    const latest = await tx.db.ifsp.findFirst({
      where: { tenantId: tx.tenantId, programId },
      orderBy: { number: 'desc' },
    })
    const id = newId('ifsp')
    const row = await tx.db.ifsp.create({
      data: {
        ...freshRecord(tx, id),
        programId,
        number: (latest?.number ?? 0) + 1,
        kind: kind ?? (signed ? 'PERIODIC_REVIEW' : 'INITIAL'),
        status: 'DRAFT',
        meetingOn: dateColumn(meetingOn),
        ...columnsOf(latest ? contentOf(latest) : EMPTY),
        changeNote,
      },
      include,
    })
    tx.created({ type: 'ifsp', id }, row)
    return showIfsp(row)
  })
