export { deadlineOf, type ReadTurn } from './read-turn.ts'
export { runParser, type Parser, type ParserFailure, type RunParser } from './run-parser.ts'
