/** The recorded histories, as the tests of this folder read them. */
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import proto from '@temporalio/proto'

const { History } = proto.temporal.api.history.v1
const FOLDER = new URL('histories/', import.meta.url)

export type RecordedHistory = proto.temporal.api.history.v1.History

/** Names of all; those that an older version of a workflow left are named `…-before-…`. */
export const historyNames = (): string[] =>
  readdirSync(FOLDER).filter((name) => name.endsWith('.binpb'))

export const historyBytes = (name: string): Promise<Buffer> => readFile(new URL(name, FOLDER))

export const loadHistory = async (name: string): Promise<RecordedHistory> =>
  History.decode(await historyBytes(name))
