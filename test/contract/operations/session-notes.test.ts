import { testOperations } from './test-operations.ts'

testOperations('session-notes')
