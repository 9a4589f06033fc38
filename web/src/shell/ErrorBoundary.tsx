import { Component, type ReactNode } from 'react';

/** A page that fails to render says so, instead of going blank. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { message: string | null }> {
	override state: { message: string | null } = { message: null };

	static getDerivedStateFromError(error: unknown) {
		return { message: error instanceof Error ? error.message : String(error) };
	}

	override render() {
		if (this.state.message === null) return this.props.children;
		return (
			<main role="alert" style={{ minHeight: '60vh', display: 'grid', placeContent: 'center', padding: 24 }}>
				<h1 style={{ fontSize: 24 }}>Unexpected Application Error!</h1>
				<p style={{ color: 'var(--dim)' }}>{this.state.message}</p>
			</main>
		);
	}
}
