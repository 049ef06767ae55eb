//! The rules by name: what each reads, and since which version of Claude Code it was seen to decide. A
//! rule is marked where it decides; how, its own module says.

use crate::naming::named_rules;

named_rules! {
    /// A structural rule of Claude Code's screens.
    Mark {
        // What kind of screen it is.
        BlankScreen: "blank_screen", "1.0.0", "no row holds text: start-up";
        BannerAlone: "banner_alone", "2.1.330", "a banner and neither composer nor block: start-up";
        DeadPane: "dead_pane", "1.0.0", "the pane's own last row says that its process is dead";
        ShellBelowChrome: "shell_below_chrome", "1.0.0", "a shell's prompt as the last row, Claude Code's drawing above";
        ShellBelowComposer: "shell_below_composer", "2.0.31", "a shell's prompt as the last row, nothing above it but two rules of a composer";
        PromptOverRule: "prompt_over_rule", "2.1.91", "a shell's prompt printed over a rule: killed while it drew";
        OverdrawnEdge: "overdrawn_edge", "2.1.330", "a composer's lower rule with something printed over its beginning: killed while it drew";
        PromptBelowFarewell: "prompt_below_farewell", "2.1.0", "nothing but a few rows that the CLI has not drawn stand below its farewell";
        FirstRunAlone: "first_run_alone", "2.1.29", "a numbered list of the first run's, its banner off the pane";
        InnerBar: "inner_bar", "2.1.36", "the last row on a ground of its own, or a list of windows: the bar of a multiplexer within the pane";
        Reshaped: "reshaped", "1.0.0", "text alone of four rows and more without any margin, or a branch in column 0: a tool has changed it";
        SplitPane: "split_pane", "2.1.331", "a border runs down the whole pane: a multiplexer within shows two panes";
        Farewell: "farewell", "2.1.215", "the farewell as the last row";
        SuspendedNotice: "suspended_notice", "1.0.72", "a row in column 0 below the footer says that the CLI is suspended";
        SuspendedAlone: "suspended_alone", "2.1.330", "a row in column 0 says that the CLI is suspended, no composer stands";
        StoppedJob: "stopped_job", "1.0.72", "a shell's row says that its job is stopped, and nothing of the CLI stands below: it has left, and may come back";
        CursorBelowFooter: "cursor_below_footer", "1.0.72", "the cursor among rows in column 0 below the footer: a shell has the pane";
        RowBelowFooter: "row_below_footer", "1.0.72", "a row in column 0 below the footer, no cursor given: doubted";
        CursorInShell: "cursor_in_shell", "2.1.91", "the cursor in a shell's prompt among the drawing of a killed CLI";
        ShellOverEdge: "shell_over_edge", "2.1.331", "a shell's prompt printed over the composer's lower edge, nothing of the CLI below it: killed, and typed to since";
        ShellAlone: "shell_alone", "1.0.0", "a shell's prompt as the last row and nothing of Claude Code: another program";
        EditorOpen: "editor_open", "2.1.330", "an editor, a pager or an interpreter has the pane: another program";
        TranscriptFooter: "transcript_footer", "1.0.0", "a rule and a footer that names the transcript: a pager";
        WorkingTranscript: "working_transcript", "2.1.331", "a transcript's footer whose second segment names it: a turn runs under the view";
        TranscriptEdits: "transcript_edits", "2.1.330", "a transcript's footer that offers to rewind or edit";

        // The composer.
        OfferAbove: "offer_above", "2.1.331", "right above the composer a marked paragraph with a row of keys, each drawn otherwise than what it does";
        BoxedComposer: "boxed_composer", "1.0.0", "a prompt glyph in a box: the composer";
        RuledComposer: "ruled_composer", "1.0.120", "a prompt glyph between two rules: the composer";
        ScrolledComposer: "scrolled_composer", "2.1.330", "an edge that counts the draft's rows above it: the composer, its glyph out of sight";
        CutComposer: "cut_composer", "2.1.330", "a draft down to the pane's last row, a rule above it: the composer without its lower edge";
        TallComposer: "tall_composer", "1.0.100", "a draft from the pane's first row down to a lower edge: the composer without its upper edge";
        OthersComposer: "others_composer", "2.1.332", "rows in column 1 on both of a composer's edges, or its text in column 4: another agent's";
        NamedEdge: "named_edge", "2.1.140", "a row as wide as the lower rule with the end of a line behind words, a prompt glyph below it: the upper edge with a long name";
        CellBelowFrame: "cell_below_frame", "2.0.31", "a cell of the dialog below a frame: an old composer";
        BlockBelowFrame: "block_below_frame", "2.0.31", "a panel's edge or a selected row below a frame: no composer";
        CommandBelowFooter: "command_below_footer", "2.0.55", "a command's echo below the footer while its turn runs: the composer lives";
        EmptyComposer: "empty_composer", "1.0.0", "no text in the composer";
        FaintWords: "faint_words", "1.0.0", "faint text in the composer: the CLI's own, a hint or a suggested prompt";
        PlainDraft: "plain_draft", "1.0.0", "text in the composer drawn like typed text: a draft";
        HintBesideShortcuts: "hint_beside_shortcuts", "2.0.31", "without style: text in the composer and the shortcuts hint in the footer: no draft";
        CursorBehindDraft: "cursor_behind_draft", "2.1.62", "without style: the cursor past the composer's first cell: a draft";
        CursorBeforeHint: "cursor_before_hint", "1.0.72", "without style: a known hint and the cursor on the first cell: a hint";
        FoldedPaste: "folded_paste", "1.0.0", "a paste that the composer has folded";
        FreeByCursor: "free_by_cursor", "2.1.330", "without style: unknown text and the cursor on the first cell";
        BashMode: "bash_mode", "1.0.109", "`!` in the prompt glyph's place";
        MemoryMode: "memory_mode", "1.0.0", "`#` in the prompt glyph's place";
        VimFooter: "vim_footer", "1.0.0", "the footer names vim's mode";
        CaretBehind: "caret_behind", "2.1.12", "the caret behind a draft: no vim's normal mode";
        CaretOnLetter: "caret_on_letter", "2.1.12", "the caret on a draft's last letter: vim's normal mode";
        GlyphFaint: "glyph_faint", "2.1.91", "a faint prompt glyph: a turn runs whose status row is hidden";
        GlyphBright: "glyph_bright", "1.0.109", "a bright prompt glyph: no turn runs";

        // Over and below the composer.
        PopupBelow: "popup_below", "1.0.0", "a list below the composer whose draft calls for it";
        PopupAbove: "popup_above", "2.1.245", "a list right above the composer whose draft calls for it";
        PopupWrapped: "popup_wrapped", "2.1.330", "a popup's row that goes on what the item above it says";
        ListedCommand: "listed_command", "2.1.140", "a row below a draft with a slash that names a command: no word in it is the footer's";
        SearchField: "search_field", "2.0.0", "the footer is a field that searches earlier prompts";
        FooterCaret: "footer_caret", "1.0.72", "text in reverse in the footer, none in the composer: a field or a chosen item has the keys";
        FooterCursor: "footer_cursor", "2.1.91", "the hidden cursor in a row's text below the composer: a field has the keys";
        FooterChosen: "footer_chosen", "1.0.72", "the footer offers to open an item, or to choose one in a list below it: that item has the keys";
        AgentShown: "agent_shown", "2.1.160", "in the footer's list of agents another than the first has the full bullet, or the composer names one: an agent's dialog";
        SearchPanel: "search_panel", "2.1.245", "a panel with a search field in the composer's place";
        HelpOverlay: "help_overlay", "1.0.0", "three rows or more of shortcuts in the footer's place";
        SqueezedFooter: "squeezed_footer", "2.1.41", "a footer whose text runs downwards, a letter a row";
        InterruptHint: "interrupt_hint", "2.1.330", "the footer offers to interrupt: a turn runs whose status row is hidden";
        ScrolledView: "scrolled_view", "2.1.250", "a label in the middle of the row above the composer, a key and an arrow in it: the transcript is scrolled up, and its lowest row not the newest";
        ScrolledDialog: "scrolled_dialog", "2.1.250", "the same in the pane's last row, no composer: a dialog is scrolled out of sight";
        CompactingFooter: "compacting_footer", "1.0.0", "the footer says that the conversation is being compacted";
        PermissionFooter: "permission_footer", "1.0.25", "the footer names a permission mode";
        BackgroundFooter: "background_footer", "1.0.72", "the footer counts work in the background";
        ListedWorkflows: "listed_workflows", "2.1.331", "below the footer's own row, an empty bullet, a name and a bar: a workflow that runs";
        ListedAgents: "listed_agents", "2.1.160", "items below the footer's own row, the session itself first, while no turn runs: agents in the background";
        BackgroundFinished: "background_finished", "2.1.160", "a finished row counts work in the background";
        StatusLine: "status_line", "1.0.0", "rows below the composer that the CLI does not write";

        // The turn.
        RunningRow: "running_row", "1.0.0", "the lowest flush row is a symbol, words and an ellipsis: a turn runs";
        RetryRow: "retry_row", "2.1.200", "the lowest flush row counts seconds and attempts: a turn runs and tries again";
        HeadlessRows: "headless_rows", "1.0.72", "above the composer only rows of what is off the pane: a running turn may be it";
        OpenCall: "open_call", "1.0.72", "the lowest branch says that its call has not returned: a turn runs";
        OwnCommandRuns: "own_command_runs", "1.0.100", "the last row of a command of the person's own is the CLI's and says that it runs";
        OwnCommandBelow: "own_command_below", "2.0.60", "a command of the person's own below the footer: it runs";
        FinishedRow: "finished_row", "2.1.126", "the lowest flush row is a symbol, a verb and a duration: the turn is over";
        RemarkRow: "remark_row", "2.0.31", "the lowest flush row is a remark behind a spinner's glyph";
        StrangeRow: "strange_row", "2.0.31", "the lowest flush row is a spinner's glyph and nothing known: doubted";
        UnknownSymbol: "unknown_symbol", "2.0.31", "the lowest flush row begins with an unknown symbol: doubted";
        UnknownWords: "unknown_words", "2.0.31", "the lowest flush row begins with words: unexplained";
        DeclinedReport: "declined_report", "2.0.55", "a report that the person did not answer the agent's questions";
        RejectedCall: "rejected_call", "2.0.0", "a call's first branch says that the person rejected what it is about";
        InterruptedBranch: "interrupted_branch", "1.0.0", "the last cell's last branch says that the turn was broken off";
        InterruptedFinished: "interrupted_finished", "2.1.215", "a finished row right below a branch that says so: the turn was broken off";
        InterruptedCut: "interrupted_cut", "2.1.330", "a grey branch right above the composer, its cell out of sight: the turn was broken off";
        InterruptedPlain: "interrupted_plain", "2.1.332", "the same branch on a screen without greys, hung from a cell or from folded calls: how the turn ended, where something else tells that it has";
        QuietMode: "quiet_mode", "2.1.126", "such a branch on a screen without greys, hung from any cell, an empty composer, and below it the permission mode with room for the offer to interrupt, which is not made: the turn was broken off and has ended";
        KilledCall: "killed_call", "2.0.31", "the interruption below what a killed call had said";
        CommandOutput: "command_output", "1.0.0", "a branch below a command's cell as the last one: its output, no turn";
        ErrorUnderPrompt: "error_under_prompt", "1.0.0", "a branch right below the person's cell that reads as a failure";
        ErrorBelowWork: "error_below_work", "2.0.0", "below what a turn did, another branch than a call's result, in an error's colour or of a limit";
        DialogsCommand: "dialogs_command", "2.0.76", "a command of the person's cell right above a dialog, nothing hung from it: no turn";
        GoesOn: "goes_on", "2.1.331", "the footer says, below a warning, that the CLI will go on by itself";
        ErrorRed: "error_red", "2.1.200", "the last cell, its mark and words in an error's or a warning's colour, that reads as a failure";
        NoTurnYet: "no_turn_yet", "1.0.0", "a banner and nothing of a turn below it";
        StatusRowAbsent: "status_row_absent", "1.0.0", "no status row, in versions that show one for the whole turn (2.0.31 shows none while a hook runs at its end)";
        ShortcutsTell: "shortcuts_tell", "2.1.91", "the shortcuts hint, in versions that take it away while a turn runs";

        // What a running turn does.
        AgentTree: "agent_tree", "2.0.55", "a tree of subagents one of which has not returned";
        HeadlessCall: "headless_call", "1.0.109", "an open branch whose cell is above the pane";
        RetryBranch: "retry_branch", "1.0.0", "a branch below the person's cell that counts attempts";
        StillStatus: "still_status", "2.1.331", "without styles, a status row behind an answer's mark over the hint that a key interrupts";
        PromptAlone: "prompt_alone", "1.0.0", "the person's cell right above the running row: the model is waited for";
        CallUnderWay: "call_under_way", "1.0.0", "the cell above the running row is a call whose branch is open";
        CallEllipsis: "call_ellipsis", "1.0.0", "the cell above the running row is a call that ends in an ellipsis";
        ThoughtAbove: "thought_above", "2.0.0", "the cell above the running row is a thought";

        // Messages that wait.
        QueuedHint: "queued_hint", "1.0.0", "the empty composer offers to edit what waits";
        QueuedBelow: "queued_below", "2.0.31", "rows indented by two between the running row and the composer wait";
        QueuedAbove: "queued_above", "2.1.281", "the lowest cell above the composer or the status row is the person's and says that it waits";
        QueuedAlone: "queued_alone", "1.0.24", "right above the composer rows indented by two, and nothing in column 0 above them: they wait behind a turn whose row is off the pane";
        QueuedBelowAnswer: "queued_below_answer", "2.1.98", "rows behind the prompt's glyph, indented by two, right above a composer that offers to edit what waits";
        QueuedMessages: "queued_messages", "2.1.270", "between the running row and the composer, rows in column 0 behind `›`: messages of agents that wait";
        QueuedMarked: "queued_marked", "2.0.64", "messages that wait, each behind its glyph";
        QueuedBare: "queued_bare", "1.0.0", "messages that wait without a glyph, a row each";
        QueuedCells: "queued_cells", "2.1.281", "messages that wait as cells of the person above the status row";

        // Blocks: where they stand.
        PanelEdge: "panel_edge", "2.1.245", "a row of `▔`: a block is below it";
        RuleEdge: "rule_edge", "2.0.0", "a rule that is no composer's: a block is below it";
        BoxEdge: "box_edge", "1.0.0", "a box at column 0 with nothing but hints below it: a block";
        CutBox: "cut_box", "1.0.109", "a box down from the pane's first row: a block whose upper edge is off the pane";
        CommandPanel: "command_panel", "2.0.55", "rows below a command's cell that has no result: its panel, without an edge";
        CommandBelow: "command_below", "2.0.64", "a command's cell in the last row: its panel stands above it";
        RaisedBlock: "raised_block", "2.1.140", "a rule and a list that waits right above the status row and the composer: a block";
        StatusBelowBlock: "status_below_block", "2.1.141", "a status row below a list that waits: the turn that runs under it";
        PromptOver: "prompt_over", "2.1.330", "a shell's prompt right before the cursor, in the midst of a row: the CLI was killed there";
        QuotedBranch: "quoted_branch", "1.0.0", "a branch below a blank row of an answer: a paragraph of it";
        ShellInComposer: "shell_in_composer", "2.1.330", "a shell's prompt alone in the composer, and no cursor that tells whose it is";
        OpenBlock: "open_block", "1.0.0", "a list or a line of keys below the last cell, without a frame: a block";
        InnerRule: "inner_rule", "2.1.31", "a rule between two options of one list is no edge";
        Proposal: "proposal", "1.0.0", "the cell right above a block is what it asks about";
        BlockCutAbove: "block_cut_above", "1.0.109", "a block from the pane's first row down without an edge, or one whose heading is painted over, is clipped";
        CommandOverdrawn: "command_overdrawn", "2.0.31", "a row at the left edge between an approval's heading and its question: clipped";
        BlockCutBelow: "block_cut_below", "2.0.31", "a block that asks and shows no option is clipped";
        OptionsOff: "options_off", "1.0.51", "a list with an arrow before an option or a count of hidden rows, or without its first number: clipped";
        StrangeLine: "strange_line", "2.0.31", "a line in a dialog that is no part of its furniture";

        // Blocks: what they are.
        SessionKeys: "session_keys", "2.1.200", "the row below the composer begins with keys that act on a list of sessions: the view over them";
        SessionCounts: "session_counts", "2.1.200", "the banner counts sessions where it names a directory: the view over them";
        QuestionRows: "question_rows", "2.0.31", "rows between the tabs of a question to the person and its options: all of them are the question";
        QuestionTabs: "question_tabs", "2.0.31", "check boxes for tabs in the heading: a question to the person";
        PlanAsked: "plan_asked", "1.0.25", "the question of a plan";
        AskedBy: "asked_by", "2.1.200", "a heading's last part, not bold, names an agent: it asks";
        CommandHeading: "command_heading", "1.0.0", "an approval whose heading names a command";
        EditHeading: "edit_heading", "1.0.0", "an approval whose heading or question names an edit";
        CommandUnheaded: "command_unheaded", "1.0.109", "an approval without frame and heading: a command's";
        OtherApproval: "other_approval", "1.0.0", "an approval of anything else";
        KnownHeading: "known_heading", "1.0.0", "a heading that names its panel, picker or dialog";
        KnownLine: "known_line", "1.0.0", "a line in a block that names it where the heading does not";
        BelowCommand: "below_command", "2.1.126", "a block under a panel's edge or a command's cell: the operator's";
        ApprovalByShape: "approval_by_shape", "1.0.0", "an edge, a bare yes as the first of numbered choices, and no key that confirms: a tool's approval in its own words";
        Unnamed: "unnamed", "2.1.330", "a block that nothing names";

        // Blocks: what they hold.
        NumberedOptions: "numbered_options", "1.0.0", "rows whose numbers count up: options";
        CountedOptions: "counted_options", "1.0.0", "numbers that count a list's entries up in a column of their own: the labels stand beside them";
        PlainOptions: "plain_options", "1.0.84", "the rows in the selected row's column: options";
        SpacedOptions: "spaced_options", "1.0.0", "entries that blank rows set apart, a head each: options";
        GroupHeading: "group_heading", "2.1.0", "a group's first line that tells no state heads it and is no option";
        AskedAboveList: "asked_above_list", "2.0.31", "a question above the first option of the dialog's own list is its question";
        OptionNote: "option_note", "2.1.281", "a grey row without a value between two that have one: a note on the option above";
        AppendedOption: "appended_option", "2.1.12", "an entry without number below an inner rule: the last option";
        FormControls: "form_controls", "2.1.331", "fields with their values below each other and buttons in one row: a server's form";
        TextRow: "text_row", "2.0.31", "an option that text is typed into: the last of a question's, one with a caret, or with a key below it that sends the text";
        PreviewNote: "preview_note", "2.1.332", "in a question, below what is beside the options and in its column, a label for notes: a digit only moves the pointer, and an open note takes every key";
        OptionButton: "option_button", "2.0.31", "a row below a list of check boxes, in their column: a button";
        SubjectFramed: "subject_framed", "1.0.0", "an inner box or dashed rules hold the subject";
        SubjectDeeper: "subject_deeper", "1.0.0", "the subject stands deeper than the heading, what explains it faint below";
        SubjectRepeats: "subject_repeats", "1.0.109", "the lines of a block that the call above it repeats are its subject";
        FirstParagraph: "first_paragraph", "1.0.0", "the first paragraph is what is to be trusted";
        TipInBlock: "tip_in_block", "2.1.263", "a tip in a block is no part of its subject";

        // The screen-reader mode.
        ScreenReader: "screen_reader", "2.1.200", "speakers' names and a `$` row: the screen-reader mode";
        ScreenReaderHint: "screen_reader_hint", "2.1.200", "the line above the prompt offers to interrupt: a turn runs";
        ScreenReaderQueue: "screen_reader_queue", "2.1.200", "prompts below the spinner, or above a hint on the key that sends them: they wait";
        ScreenReaderError: "screen_reader_error", "2.1.332", "right below the prompt a line that begins as an error's, no turn's time below it: the turn failed";
        ScreenReaderFinished: "screen_reader_finished", "2.1.200", "the line above the hints tells the turn's time: it is over";
        ScreenReaderInterruption: "screen_reader_interruption", "2.1.200", "the line above the hints says that the turn was broken off, or a failed call's first line that it was rejected: the turn was broken off";
        ScreenReaderBlock: "screen_reader_block", "2.1.200", "a line that says that permission is required: a block";

        // The dialog's cells.
        UserCell: "user_cell", "1.0.0", "a prompt glyph at column 0: the person's cell";
        CutPromptGround: "cut_prompt_ground", "2.0.31", "the first row on a ground from column 0 on, without a glyph: the rest of a prompt";
        CutPromptGray: "cut_prompt_gray", "1.0.72", "the rows from the first down to one in column 0 are all grey: the rest of a prompt";
        AnswerCell: "answer_cell", "1.0.0", "a cell mark at column 0: the agent's words";
        CallCell: "call_cell", "1.0.0", "a cell mark and a name with parentheses, or a report's: a call";
        ThoughtCell: "thought_cell", "1.0.0", "a mark of thoughts at column 0";
        NoticeCell: "notice_cell", "1.0.0", "any other row that begins a cell: the CLI's own talk";
        BranchCell: "branch_cell", "1.0.0", "a branch below a cell: a result";
        CallByBranch: "call_by_branch", "1.0.0", "words with a branch below them are a call";
        OutputCell: "output_cell", "1.0.0", "a branch below the person's cell is the CLI's talk";
        ErrorCell: "error_cell", "1.0.0", "a branch below the person's cell that reads as a failure is an error";
        ErrorRedCell: "error_red_cell", "2.1.200", "a mark and words in an error's or a warning's colour that read as a failure: an error";
        ErrorBranch: "error_branch", "1.0.72", "a branch in an error's or a warning's colour that reads as a failure, below an answer or another branch: the turn's error";
        CutResult: "cut_result", "1.0.72", "at the top nothing but rows as deep as a result's: the rest of one";
        MessagesHidden: "messages_hidden", "2.1.332", "a finished row counts messages that are hidden: the answer above it is not whole";
        KeptPrompt: "kept_prompt", "2.1.330", "a prompt in the first row of a transcript that is scrolled up: the rows below it go on what is off the pane";
        FoldedCell: "folded_cell", "2.0.55", "a paragraph of one grey row: calls or thoughts that are folded";
        AgentsCell: "agents_cell", "2.1.19", "a marked row with a hint on a key and a tree in column 3 below it: calls of agents";
        GrayNotice: "gray_notice", "2.1.331", "a mark and words in one faint colour: the CLI's own talk";
        WarningNotice: "warning_notice", "2.1.332", "a mark and words in a warning's colour, and no failure's words: what the CLI says of the session";
        EventCell: "event_cell", "2.0.64", "a paragraph behind an answer's mark in green, blue or violet, without a branch: an event that the CLI tells";
        MarginNotice: "margin_notice", "2.1.245", "a grey row right above the composer, up to the right margin from wherever it begins: a notice";
        GreetingCell: "greeting_cell", "2.1.126", "a bold row in a colour of its own at the top, alone: a notice whose banner is gone";
        TaskList: "task_list", "2.1.31", "a count of tasks over rows with boxes, right above the composer: no part of the answer";
        UnlitCall: "unlit_call", "1.0.0", "a row without its mark whose branch hangs below it: a call whose mark blinks";
        PromptOnItsWay: "prompt_on_its_way", "1.0.85", "dim words right above the status row: a prompt that comes again";
        PromptsGround: "prompts_ground", "2.0.0", "a flush row on the prompt's ground goes on it";
        GroundlessRow: "groundless_row", "2.0.31", "a prompt's glyph without the ground that the prompt above stands on: a call, or more of what is above";
        OverfullRow: "overfull_row", "2.1.12", "a flush row below a full one goes on its cell";
        CutBanner: "cut_banner", "2.0.31", "the logo's lower rows at the top: a banner whose upper rows are gone";
    }
}
