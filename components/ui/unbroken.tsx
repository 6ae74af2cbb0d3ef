import { Children, type ReactNode } from 'react'

// Matches names such as ERC-3643, because browsers may break a line after the
// hyphen although Unicode does not allow it.
const numbered = /((?<![\p{L}\d])\p{Lu}+-\d(?:[\p{L}\d-]|\.(?=\d))*)/u

/**
 * Keeps “ERC-3643” or a license number on one line. The characters stay as they
 * are, so that they can be searched for and copied.
 */
export function Unbroken({ children }: { children: ReactNode }) {
  return Children.map(children, (child) =>
    typeof child === 'string' ? keepTogether(child) : child,
  )
}

function keepTogether(text: string): ReactNode {
  return Children.map(text.split(numbered), (part) =>
    numbered.test(part) ? <span className="nowrap">{part}</span> : part,
  )
}
