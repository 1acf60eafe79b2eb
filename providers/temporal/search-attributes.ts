import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common'
import { isGrpcServiceError } from '@temporalio/client'
import proto from '@temporalio/proto'

const { KEYWORD, DATETIME, INT } = SearchAttributeType

/**
 * Attributes by which operators find workflows in the Temporal UI. Never personal data, because they are not
 * encrypted.
 */
export const searchAttributes = {
  tenantId: defineSearchAttributeKey('TenantId', KEYWORD),
  subjectType: defineSearchAttributeKey('SubjectType', KEYWORD),
  subjectId: defineSearchAttributeKey('SubjectId', KEYWORD),
  childId: defineSearchAttributeKey('ChildId', KEYWORD),
  kind: defineSearchAttributeKey('Kind', KEYWORD),
  waitingOn: defineSearchAttributeKey('WaitingOn', KEYWORD),
  nextStepAt: defineSearchAttributeKey('NextStepAt', DATETIME),
  agent: defineSearchAttributeKey('Agent', KEYWORD),
  agentVersion: defineSearchAttributeKey('AgentVersion', INT),
}

const { IndexedValueType } = proto.temporal.api.enums.v1
const INDEXED = {
  [KEYWORD]: IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD,
  [DATETIME]: IndexedValueType.INDEXED_VALUE_TYPE_DATETIME,
  [INT]: IndexedValueType.INDEXED_VALUE_TYPE_INT,
}

/** Their types, keyed by name, in the form that the operator service accepts. */
export const searchAttributeTypes = Object.fromEntries(
  Object.values(searchAttributes).map(({ name, type }) => [name, INDEXED[type]]),
)

/** gRPC code 6: https://grpc.io/docs/guides/status-codes/ */
const ALREADY_EXISTS = new Set<number>([6])

/** A member that both kinds of connection have. */
export interface OperatorConnection {
  operatorService: proto.temporal.api.operatorservice.v1.OperatorService
}

/** Registers attributes that the namespace lacks. Returns their names. A second run does nothing. */
export const registerSearchAttributes = async (
  { operatorService }: OperatorConnection,
  namespace = 'default',
): Promise<string[]> => {
  const { customAttributes } = await operatorService.listSearchAttributes({ namespace })
  const missing = Object.entries(searchAttributeTypes).filter(
    ([name]) => !(name in customAttributes),
  )
  if (missing.length === 0) return []
  try {
    await operatorService.addSearchAttributes({
      namespace,
      searchAttributes: Object.fromEntries(missing),
    })
  } catch (error) {
    if (!isGrpcServiceError(error) || !ALREADY_EXISTS.has(error.code)) throw error
  }
  return missing.map(([name]) => name)
}
