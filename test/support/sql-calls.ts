/** Where the domain sends SQL, and the declared row type of each call, read with the compiler's API. */
import { globSync } from 'node:fs'
import path from 'node:path'
import * as ast from 'typescript/unstable/ast'
import {
  API,
  SymbolFlags,
  TypeFlags,
  type Checker,
  type Symbol,
  type Type,
} from 'typescript/unstable/sync'

const ROOT = path.join(import.meta.dirname, '../..')

/** The JavaScript type of a row member, such as `string` or `number[]`. */
interface DeclaredColumn {
  kinds: string[]
  nullable: boolean
  optional: boolean
}

export interface SqlCall {
  /** File and line. */
  place: string
  file: string
  /** Its text, as equivalent expressions at the top of the file. */
  texts: string[]
  /** Undefined if the rows are unused or may have any columns. */
  row: Record<string, DeclaredColumn> | undefined
}

export const sqlCalls = (): SqlCall[] => {
  const api = new API({ cwd: ROOT })
  try {
    const config = path.join(ROOT, 'tsconfig.json')
    const { program, checker } = api.updateSnapshot({ openProjects: [config] }).getProject(config)!
    return globSync('domain/**/*.ts', { cwd: ROOT }).flatMap((file) => {
      const source = program.getSourceFile(path.join(ROOT, file))!
      return callsIn(source).map((call): SqlCall => {
        const line = source.text.slice(0, call.getStart(source)).split('\n').length
        return {
          place: `${file}:${line}`,
          file,
          texts: textsOf(call.arguments[0]!, checker),
          row: rowOf(call, checker),
        }
      })
    })
  } finally {
    api.close()
  }
}

/** `tx.sql(…)`, `sql(…)` and `pool.query(…)`. */
const callsIn = (source: ast.SourceFile): ast.CallExpression[] => {
  const found: ast.CallExpression[] = []
  const visit = (node: ast.Node): void => {
    if (ast.isCallExpression(node) && SENDS.has(calledBy(node))) found.push(node)
    node.forEachChild(visit)
  }
  visit(source)
  return found.filter(({ arguments: [text] }) => text && !ast.isSpreadElement(text))
}

const SENDS = new Set(['sql', '#sql', 'query', 'atCommit'])

const calledBy = ({ expression }: ast.CallExpression): string =>
  ast.isPropertyAccessExpression(expression)
    ? expression.name.getText()
    : ast.isIdentifier(expression)
      ? expression.getText()
      : ''

/**
 * The possible expressions of a text: both sides of a conditional, the value of a local constant, every entry
 * of a table.
 */
const textsOf = (node: ast.Expression, checker: Checker): string[] => {
  if (ast.isConditionalExpression(node))
    return [node.whenTrue, node.whenFalse].flatMap((it) => textsOf(it, checker))
  if (ast.isParenthesizedExpression(node)) return textsOf(node.expression, checker)
  if (ast.isElementAccessExpression(node)) return textsOf(node.expression, checker)
  if (ast.isObjectLiteralExpression(node)) {
    const members = node.properties.filter((it) => ast.isPropertyAssignment(it))
    const text = members.find(({ name }) => name.getText() === 'text')
    if (text) return textsOf(text.initializer, checker)
  }
  const local = localConstant(
    ast.isPropertyAccessExpression(node) ? node.expression : node,
    checker,
  )
  return local ? textsOf(local, checker) : [node.getText()]
}

/** The initializer of a local name. */
const localConstant = (node: ast.Expression, checker: Checker): ast.Expression | undefined => {
  if (!ast.isIdentifier(node)) return undefined
  const declared = checker.getSymbolAtLocation(node)?.valueDeclaration?.resolve()
  const isLocal = declared?.parent.parent.parent.kind !== ast.SyntaxKind.SourceFile
  return declared && ast.isVariableDeclaration(declared) && isLocal
    ? declared.initializer
    : undefined
}

const rowOf = (call: ast.CallExpression, checker: Checker): SqlCall['row'] => {
  const [declared] = call.typeArguments ?? []
  const row = declared ? checker.getTypeFromTypeNode(declared) : inferredRow(call, checker)
  const members = row ? checker.getPropertiesOfType(row) : []
  if (members.length === 0) return undefined
  return Object.fromEntries(members.map((it) => [it.name, columnOf(it, call, checker)]))
}

/** Of `Promise<Row[]>`. */
const inferredRow = (call: ast.CallExpression, checker: Checker): Type | undefined => {
  const signature = checker.getResolvedSignature(call)
  const promise = signature && checker.getReturnTypeOfSignature(signature)
  const [rows] = promise?.isTypeReference() ? checker.getTypeArguments(promise) : []
  const [row] = rows?.isTypeReference() ? checker.getTypeArguments(rows) : []
  return row
}

const columnOf = (member: Symbol, at: ast.Node, checker: Checker): DeclaredColumn => {
  const type = checker.getTypeOfSymbolAtLocation(member, at)
  const kinds = new Set(partsOf(type).map((part) => kindOf(part, checker)))
  const nullable = kinds.delete('null')
  return { kinds: [...kinds], nullable, optional: (member.flags & SymbolFlags.Optional) !== 0 }
}

const partsOf = (type: Type): readonly Type[] => (type.isUnionType() ? type.getTypes() : [type])

const kindOf = (type: Type, checker: Checker): string => {
  const kind = KINDS.find(([flags]) => (type.flags & flags) !== 0)
  if (kind) return kind[1]
  if (type.isIntersectionType()) return kindOf(type.getTypes()[0]!, checker)
  const elements = type.isTypeReference() ? checker.getTypeArguments(type) : []
  if (elements.length > 0 && checker.isArrayLikeType(type)) {
    const kinds = new Set(elements.flatMap(partsOf).map((part) => kindOf(part, checker)))
    return `${[...kinds].toSorted().join('|')}[]`
  }
  const name = type.getSymbol()?.name ?? ''
  return CLASSES.has(name) ? name : 'object'
}

const CLASSES = new Set(['Date', 'Buffer', 'Uint8Array'])

const KINDS: readonly [number, string][] = [
  [TypeFlags.AnyOrUnknown, 'unknown'],
  [TypeFlags.Null, 'null'],
  [TypeFlags.Undefined, 'undefined'],
  [TypeFlags.String | TypeFlags.StringLiteral | TypeFlags.TemplateLiteral, 'string'],
  [TypeFlags.Number | TypeFlags.NumberLiteral, 'number'],
  [TypeFlags.Boolean | TypeFlags.BooleanLiteral, 'boolean'],
]
