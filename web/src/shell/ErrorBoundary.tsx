import { Component, type ReactNode } from 'react';
import { Title } from './Title.tsx';

/** A page that fails to render says so, instead of going blank. Back and Forward try the page that they lead to. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { message: string | null }> {
	override state: { message: string | null } = { message: null };

	static getDerivedStateFromError(error: unknown) {
		return { message: error instanceof Error ? error.message : String(error) };
	}

	override componentDidMount() {
		addEventListener('popstate', this.reset);
	}

	override componentWillUnmount() {
		removeEventListener('popstate', this.reset);
	}

	private readonly reset = () => this.setState({ message: null });

	override render() {
		if (this.state.message === null) return this.props.children;
		return (
			<main role="alert" style={{ minHeight: '60vh', display: 'grid', placeContent: 'center', padding: 24 }}>
				<Title of="Unexpected Application Error!" />
				<h1 style={{ fontSize: 24 }}>Unexpected Application Error!</h1>
				<p style={{ color: 'var(--dim)' }}>{this.state.message}</p>
				<p>
					<a href="/" style={{ color: 'var(--signal)' }}>
						Back to the start
					</a>
				</p>
			</main>
		);
	}
}
