export interface OpenApiDocument {
  openapi: string
  info: object
  servers: object[]
  tags: { name: string; description: string }[]
  'x-tagGroups': { name: string; tags: string[] }[]
  paths: Record<string, Record<string, OpenApiOperation>>
  webhooks: Record<string, Record<string, Pick<OpenApiOperation, 'operationId' | 'tags'>>>
  components: Record<string, Record<string, object>>
}

export interface OpenApiOperation {
  operationId: string
  tags: string[]
  responses: Record<string, object>
  [member: string]: unknown
}
