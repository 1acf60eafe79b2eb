/** The recorded histories used by the tests of this folder. */
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import proto from '@temporalio/proto'

const { History } = proto.temporal.api.history.v1
const FOLDER = new URL('histories/', import.meta.url)

export type RecordedHistory = proto.temporal.api.history.v1.History

/** Names of all histories; those of an older workflow version are named `…-before-…`. */
export const historyNames = (): string[] =>
  readdirSync(FOLDER).filter((name) => name.endsWith('.binpb'))

export const historyBytes = (name: string): Promise<Buffer> => readFile(new URL(name, FOLDER))

export const loadHistory = async (name: string): Promise<RecordedHistory> =>
  History.decode(await historyBytes(name))
