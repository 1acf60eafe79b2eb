import type { Permission } from '#platform/core/access/permissions.ts'
import type { Entity } from '#platform/core/records/ids.ts'
import type { Reader } from '#platform/core/transactions/transaction.ts'
import type { Recipient } from '../messages/recipient.ts'
import type { TemplateName } from '../messages/templates/index.ts'

/** The data of a record, as a message about it would show them. */
interface PreviewData {
  childId: string | null
  /** To whom the message would be sent; undefined if there is nobody. */
  recipient: Recipient | undefined
  /** The variables of the template, except the recipient's first name. */
  variables: Readonly<Record<string, unknown>>
}

/** Lets previews of a template show the data of a record. */
export interface PreviewSource {
  record: Entity
  /** The permissions to read the record and the people whom the message names. */
  needs: readonly [Permission, ...Permission[]]
  /** Undefined if there is no such record that the caller may see. */
  load: (reader: Reader, id: string) => Promise<PreviewData | undefined>
}

declare module '#platform/core/context/registry.ts' {
  interface Registry {
    previewSources: Readonly<Partial<Record<TemplateName, PreviewSource>>>
  }
}
