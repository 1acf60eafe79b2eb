import { announcing, defineMoves } from '#platform/core/records/moves.ts'
import { ENDED } from '#platform/core/records/define-waiting.ts'
import { dateText } from '#platform/core/time/time.ts'
import { earlyInterventionEvents, programFacts } from '../programs/events.ts'
import { ifspToSign } from './ifsp-to-sign.ts'
import { IfspStatus } from './names.ts'
import type { IfspRow } from './schemas.ts'

const facts = ({ id, programId, number, kind, meetingOn, program }: IfspRow) => ({
  ...programFacts({ ...program, id: programId }),
  ifspId: id,
  number,
  kind: kind as 'INITIAL',
  meetingOn: dateText(meetingOn),
})

export const ifspMoves = defineMoves<IfspRow>()({
  noun: 'An IFSP',
  subject: 'ifsp',
  states: IfspStatus,
  initial: ['DRAFT'],
  waits: {
    DRAFT: 'the deadline of the meeting, or of the review, reminds the coordinator',
    PRESENTED: ifspToSign,
    SIGNED: 'it is in force until a later version is signed',
    SUPERSEDED: ENDED,
    WITHDRAWN: ENDED,
  },
  moves: {
    patch: { from: ['DRAFT'] },
    present: {
      from: ['DRAFT'],
      to: 'PRESENTED',
      event: announcing(earlyInterventionEvents['ifsp.presented'], facts),
    },
    ask: { from: ['PRESENTED'] },
    sign: { from: ['PRESENTED'] },
    'record-signature': { from: ['PRESENTED'], operation: 'recordIfspSignature' },
    /** The last of the required signatures. */
    complete: {
      from: ['PRESENTED'],
      to: 'SIGNED',
      event: announcing(earlyInterventionEvents['ifsp.signed'], facts),
      operation: 'signIfsp',
      unlisted: true,
    },
    withdraw: { from: ['DRAFT', 'PRESENTED'], to: 'WITHDRAWN' },
    supersede: { from: ['SIGNED'], to: 'SUPERSEDED', byPlatform: true },
  },
})
