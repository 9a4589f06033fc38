import { Component, type ReactNode } from 'react';
import { reloadForMissingFile } from './missingFile.ts';
import { Title } from './Title.tsx';

interface Props {
	/** Whether it is inside the frame of a page, whose menu stays usable. */
	framed?: boolean;
	children: ReactNode;
}

interface State {
	message: string | null;
	reloading: boolean;
}

/**
 * Shows an error when a page fails to render. Back and Forward then render their own pages. A page whose file is missing
 * since a deployment reloads once.
 */
export class ErrorBoundary extends Component<Props, State> {
	override state: State = { message: null, reloading: false };

	static getDerivedStateFromError(error: unknown): Partial<State> {
		return { message: error instanceof Error ? error.message : String(error) };
	}

	override componentDidCatch(error: unknown) {
		if (reloadForMissingFile(error)) this.setState({ reloading: true });
	}

	override componentDidMount() {
		addEventListener('popstate', this.reset);
	}

	override componentWillUnmount() {
		removeEventListener('popstate', this.reset);
	}

	private readonly reset = () => this.setState({ message: null });

	override render() {
		const { message, reloading } = this.state;
		if (message === null) return this.props.children;
		if (reloading) return null;
		const { framed = false } = this.props;
		const Part = framed ? 'div' : 'main';
		return (
			<Part role="alert" style={{ minHeight: '60vh', display: 'grid', placeContent: 'center', padding: 24 }}>
				<Title of="Unexpected Application Error!" />
				<h1 style={{ fontSize: 24 }}>Unexpected Application Error!</h1>
				<p style={{ color: 'var(--dim)', overflowWrap: 'anywhere' }}>{message}</p>
				<p>
					<a href={framed ? location.href : '/'} style={{ color: 'var(--signal-text)' }}>
						{framed ? 'Reload this page' : 'Back to the home page'}
					</a>
				</p>
			</Part>
		);
	}
}
