import { Component, type ReactNode } from "react";
import { ErrorPage } from "./error-page.tsx";

interface Props {
  /** Another one gives the page another chance. */
  at: unknown;
  children: ReactNode;
}

/** Shows the error page in the place of what failed to render, until somebody goes elsewhere. */
export class PageBoundary extends Component<Props, { failedAt: unknown }> {
  override state = { failedAt: undefined as unknown };

  override componentDidCatch(): void {
    this.setState({ failedAt: this.props.at });
  }

  static getDerivedStateFromError() {
    return { failedAt: FAILED };
  }

  static getDerivedStateFromProps(props: Props, state: { failedAt: unknown }) {
    const isElsewhere = state.failedAt !== undefined && state.failedAt !== FAILED && state.failedAt !== props.at;
    return isElsewhere ? { failedAt: undefined } : null;
  }

  override render(): ReactNode {
    return this.state.failedAt === undefined ? this.props.children : <ErrorPage />;
  }
}

/** Until it is known where. */
const FAILED = Symbol("failed");
