declare module 'xliff' {
  export function xliff2js(xliff: string): Promise<object>
  export function js2xliff(content: object, options: { indent: string }): Promise<string>
}
