import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import { DomainError } from '#platform/core/errors/errors.ts'
import { jsonObject } from '#platform/core/sql/json.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { assertPublishable } from './publishing-rules.ts'
import { agentRecord } from './record.ts'
import type { OfferAgentAsTemplate } from './schemas.ts'
import { definitionOf } from '../definitions/definition.ts'
import { templateToOffer } from '../templates/template-to-offer.ts'

/** Offers the current draft of an agent, with questions, to the centre as a template. Replaces an earlier offer. */
export const offerAgentAsTemplate = (
  ctx: Context,
  { parameters, ...ref }: RecordRef & OfferAgentAsTemplate,
) =>
  changeRecord(ctx, ref, agentRecord, {
    fields: (draft, tx) => {
      if (draft.archivedAt)
        throw new DomainError('record_archived', 'The agent is archived. Restore it first.')
      const definition = definitionOf(draft)
      assertPublishable(definition, tx)
      return {
        template: jsonObject(templateToOffer(definition, parameters)),
        templateOfferedAt: tx.now,
      }
    },
  })
