import { unstable_rethrow } from 'next/navigation'
import { Component, type ReactNode } from 'react'

type Props = { notice: (reset: () => void) => ReactNode; children: ReactNode }

/** Shows a notice in place of what failed while it was rendered. Next's `catchError` costs 2.4 kB on every page. */
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
