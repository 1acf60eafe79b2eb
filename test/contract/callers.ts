import type { ErrorCode } from '#platform/core/errors/error-codes.ts'
import type { Operation } from '../../api/http/operation.ts'
import type { ApiClient } from '../support/api.ts'
import type { World } from './world.ts'

/** What a signed-in person can do and no API key can, whatever its scopes. */
export const OF_PEOPLE: ReadonlySet<string> = new Set([
  'createSsoConnection',
  'patchSsoConnection',
  'proveSsoDomain',
  'archiveSsoConnection',
  'restoreSsoConnection',
  'approveSettlement',
  'approvePlatformPayout',
  'verifyPayoutAccount',
  'rejectPayoutAccount',
  'approveErasure',
  'approveAgentRunStep',
  'rejectAgentRunStep',
  'sendTestMessage',
])

/** Operations that also require every permission they pass on. */
export const OF_WHAT_IT_GIVES: ReadonlySet<string> = new Set([
  'inviteUser',
  'patchUser',
  'resendUserInvitation',
  'reactivateUser',
  'createRole',
  'patchRole',
  'restoreRole',
  'startAgentRun',
  'resumeAgentRun',
  'retryAgentRun',
  'createPersonExport',
  'createPersonExportDownloadLink',
])

/** Notes belong to their author, and are signed by their provider or supervisor; a plan by its coordinator. */
export const NOT_THE_OWNERS: Readonly<Record<string, ErrorCode>> = {
  patchSessionNote: 'wrong_signer',
  signSessionNote: 'wrong_signer',
  cosignSessionNote: 'wrong_signer',
  returnSessionNote: 'wrong_signer',
  addSessionNoteAddendum: 'wrong_signer',
  signIfsp: 'wrong_signer',
}

/** A caller who may make a valid call: the key of the world, or an owner of its centre. */
export const callerOf = ({ id }: Operation, world: World): Promise<Pick<ApiClient, 'send'>> =>
  OF_PEOPLE.has(id) ? world.owner() : Promise.resolve(world.client)
