import { Address } from '#platform/core/contact/address.ts'
import { changeRecord } from '#platform/core/records/change-record.ts'
import type { Context } from '#platform/core/context/context.ts'
import { fromJson, jsonOrNull } from '#platform/core/sql/json.ts'
import { mergedMember } from '#platform/core/input/merge-patch.ts'
import type { RecordRef } from '#platform/core/records/record-ref.ts'
import { assertReferences } from '#platform/core/records/references.ts'
import { loadCustomFieldRules } from '#organization/custom-fields/queries.ts'
import { mergeCustomFields } from '#organization/custom-fields/rules.ts'
import { endLinksOfAddress } from '#messaging/links/end-links.ts'
import { clientRecord } from './record.ts'
import { Client, type PatchClient } from './schemas.ts'

/** Changes a client. A patch without custom_fields is not checked against newer definitions. */
export const patchClient = (ctx: Context, { patch, ...ref }: RecordRef & { patch: PatchClient }) =>
  changeRecord(ctx, ref, clientRecord, {
    fields: async (before, tx) => {
      const { address: addressPatch, custom_fields, ...fields } = patch
      if (fields.locationId !== before.locationId)
        await assertReferences(tx, 'location', { locationId: fields.locationId })
      const address = mergedMember('address', Address, before.address, addressPatch)
      const customFields =
        custom_fields &&
        mergeCustomFields(
          await loadCustomFieldRules(tx, 'CLIENT'),
          fromJson(Client.shape.custom_fields, before.customFields),
          custom_fields,
        )
      return {
        ...fields,
        ...(address !== undefined && { address: jsonOrNull(address) }),
        ...(customFields && { customFields }),
      }
    },
    effects: (tx, after, before) =>
      endLinksOfAddress(tx, after, { before: before.email, after: after.email }),
  })
