export { runParser, type Parser, type ParserFailure, type RunParser } from './run-parser.ts'
