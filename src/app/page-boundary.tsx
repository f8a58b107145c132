import { Component, type ReactNode } from "react";
import { ErrorPage } from "./error-page.tsx";

interface Props {
  /** Another one gives the page another chance. */
  at: unknown;
  children: ReactNode;
}

interface State {
  at: unknown;
  hasFailed: boolean;
}

/** Shows the error page in the place of what failed to render, until somebody goes elsewhere. */
export class PageBoundary extends Component<Props, State> {
  override state: State = { at: this.props.at, hasFailed: false };

  static getDerivedStateFromError(): Partial<State> {
    return { hasFailed: true };
  }

  static getDerivedStateFromProps({ at }: Props, state: State): State | null {
    return at === state.at ? null : { at, hasFailed: false };
  }

  override render(): ReactNode {
    return this.state.hasFailed ? <ErrorPage /> : this.props.children;
  }
}
