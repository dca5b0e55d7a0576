export interface MailMessage {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The same as a page, for programs that show one. */
  readonly html?: string;
}

/** The way e-mail leaves: SMTP, or files in the outbox. */
export interface Mail {
  /** Resolves when the message was taken for delivery, rejects when it was not. */
  send(message: MailMessage): Promise<void>;
}
