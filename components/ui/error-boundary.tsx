import { unstable_rethrow } from 'next/navigation'
import { Component, type ReactNode } from 'react'

type Props = { notice: (reset: () => void) => ReactNode; children: ReactNode }

/**
 * Shows a notice in place of content that failed to render. Next's `catchError`
 * would add 2.4 kB to every page.
 */
export class ErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(error: unknown) {
    unstable_rethrow(error)
    return { failed: true }
  }

  override render() {
    return this.state.failed
      ? this.props.notice(() => this.setState({ failed: false }))
      : this.props.children
  }
}
