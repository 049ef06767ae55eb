//! The rules by name: what each reads, and since which version of Codex it was seen to decide. A rule is
//! marked where it decides, or where what it found is put with the rest; how, its own module says.

use crate::naming::named_rules;

named_rules! {
    /// A structural rule of Codex' screens.
    Mark {
        // What kind of screen it is.
        BlankScreen: "blank_screen", "0.58.0", "no row holds text: start-up";
        InnerBar: "inner_bar", "0.169.0", "the last row on a ground of its own, or a list of windows: the bar of a multiplexer within the pane";
        SplitPane: "split_pane", "0.169.0", "one column is a rule over all rows: panes side by side, which nothing reads";
        Reshaped: "reshaped", "0.20.0", "text alone of four rows and more without any blank row, margin or glyph: a tool has changed it";
        Drawer: "drawer", "0.171.0", "a bold title in a dim rule that ends at the right edge, below it rows set in by two, over the end of the composer's rows or beside its only one: a drawer";
        BoxOverText: "box_over_text", "0.171.0", "far from the left edge a selected row, above it a heading and below it keys, both set in by two, with text beside them: a box over the transcript";
        SideBeside: "side_beside", "0.171.0", "a dim rule over all rows, and right of it the bar of the side chats or a dialog about them: the main session stands left of it";
        SideHints: "side_hints", "0.122.0", "the hints below a composer say what it is beside: a side chat's";
        SideNamed: "side_named", "0.122.0", "the status line's last part is the name of a thread that is not the main one: a side chat's composer";
        SideTabs: "side_tabs", "0.171.0", "the bar of the side chats in the first row: a side chat over the main session";
        SideAsks: "side_asks", "0.155.0", "the placeholder asks for a follow-up question: a side chat's composer";
        HeaderLoads: "header_loads", "0.120.0", "a banner that waits for the model's name, and no turn below: start-up";
        FooterLoads: "footer_loads", "0.160.0", "a banner without a box, no turn below, and under the composer nothing of a session: start-up";
        PagerRule: "pager_rule", "0.34.0", "a rule that ends in a percentage, hints below it: a pager";
        PagerHeading: "pager_heading", "0.169.0", "letters spaced out over the first row, hints as the last rows: a pager without a rule";
        PagerEdits: "pager_edits", "0.34.0", "a pager's hints that offer to edit an earlier message";
        BareStatus: "bare_status", "0.20.0", "a status row in the composer's place: a turn runs";
        DeadPane: "dead_pane", "0.20.0", "the pane's own last row says that its process is dead";
        Farewell: "farewell", "0.20.0", "the farewell, and nothing below it but a shell";
        ShellBelowChrome: "shell_below_chrome", "0.98.0", "a shell's prompt as the last row, Codex' drawing above";
        CursorInLastRow: "cursor_in_last_row", "0.34.0", "the cursor shown in a last row in column 0 that Codex does not draw, its drawing above: a shell has the pane";
        CursorBelowChrome: "cursor_below_chrome", "0.98.0", "the cursor shown in a row in column 0 that Codex does not draw, its drawing above, no composer: a shell has the pane";
        ComposerLeft: "composer_left", "0.34.0", "a shell's output right below a composer or its footer: what the CLI drew last, and no user's cell";
        ShellAlone: "shell_alone", "0.98.0", "a shell's prompt as the last row and nothing of Codex: another program";
        PromptOver: "prompt_over", "0.169.0", "a shell's prompt right before the cursor, in no composer, or naming the CLI's own folder: the CLI was killed there";
        PromptOverHint: "prompt_over_hint", "0.34.0", "a shell's prompt in a composer that was empty: its placeholder goes on dim behind it, or the hint below it stands: the CLI was killed there";
        PromptInDraft: "prompt_in_draft", "0.34.0", "a shell's prompt in a composer's draft, and nothing that tells whose: unknown";
        EditorOpen: "editor_open", "0.98.0", "an editor, a pager or an interpreter has the pane: another program";
        FullScreenBlock: "full_screen_block", "0.20.0", "a view without a composer that ends in a line of keys: a block";
        CutBlock: "cut_block", "0.98.0", "a known heading above indented rows down to the pane's end: a block";
        OtherLook: "other_look", "0.98.0", "the look of other versions than the one in force";

        // The skin up to 0.42.
        BarComposer: "bar_composer", "0.20.0", "the lowest rows behind `▌`: the composer";
        BarList: "bar_list", "0.34.0", "a numbered row behind `▌`, no footer below: a block";
        BarButtons: "bar_buttons", "0.20.0", "rows behind `▌` without list, footer and cursor, or with a call to press a key: a block";
        BarPopupDrawn: "bar_popup_drawn", "0.20.0", "rows below the draft whose bars are drawn otherwise: a popup";
        BarPopupCalled: "bar_popup_called", "0.34.0", "without colour: rows below a draft that calls for a popup";
        BarMargin: "bar_margin", "0.20.0", "a space that parts bar and text is no part of the draft";
        BarStatus: "bar_status", "0.28.0", "a row with a time in brackets above the composer, little indented: a turn runs";
        BarQuoted: "bar_quoted", "0.36.0", "without style: such a row where an answer's rows stand: doubted";
        BarQueue: "bar_queue", "0.34.0", "a hook arrow after one space above the composer: messages wait";
        BarPopupOnTop: "bar_popup_on_top", "0.34.0", "a popup has pushed the composer to the top of the pane: no status row above";

        // The skin from 0.44 on: what the lowest `›` is.
        IndentedChoice: "indented_choice", "0.98.0", "an indented, selected, numbered row above a line of keys: a block";
        PromptDrawn: "prompt_drawn", "0.47.0", "`›` drawn as the prompt: the composer";
        PromptByCursor: "prompt_by_cursor", "0.58.0", "without style: `›` and the cursor behind it: the composer";
        PromptByPlace: "prompt_by_place", "0.47.0", "without style: `›` below a blank row, without the signs of a list: the composer";
        SelectedDrawn: "selected_drawn", "0.47.0", "`›` drawn as a selection: a block";
        AskedBy: "asked_by", "0.142.5", "below an approval's heading a part of its own names a thread, in bold: it asks";
        HeadedAbove: "headed_above", "0.58.0", "an approval's heading above blank or flush rows of its command: the block begins there";
        SelectedByPlace: "selected_by_place", "0.58.0", "without style: `›` with siblings, title or a line of keys: a block";
        SelectedAsked: "selected_asked", "0.110.0", "without style: a numbered list as the last rows below a known dialog's heading: a block";
        SelectedScrolls: "selected_scrolls", "0.160.1", "a lone arrow below `›`, above a line of keys: a list that goes on";
        UserCellLowest: "user_cell_lowest", "0.98.0", "the lowest `›` is drawn as the person's cell: no composer";
        PanelField: "panel_field", "0.169.0", "the cursor behind `›` right below a title, a line of keys as the last row: a panel's field";
        UltraPrompt: "ultra_prompt", "0.145.0", "`»` in the prompt's place: the composer with the effort `ultra`";
        ShellPrompt: "shell_prompt", "0.130.0", "`!` in the prompt's place: the composer's shell mode";
        OtherPrompt: "other_prompt", "0.98.0", "an unknown glyph below a blank row with the cursor behind it: the composer";
        FlushBelow: "flush_below", "0.98.0", "a flush row below a prompt that is no popup's: no composer";
        DraftGoesOn: "draft_goes_on", "0.98.0", "rows behind a blank one that go on the draft";

        // Around the composer.
        ImageRows: "image_rows", "0.120.0", "labels of images, counted from one, a row each right above the prompt: they go with the draft";
        PopupBelow: "popup_below", "0.47.0", "a list below a draft that calls for it";
        PopupAbove: "popup_above", "0.160.1", "a list with a selected row right above a draft that calls for it";
        PopupMentions: "popup_mentions", "0.160.1", "the list of mentions above the composer, known by its heading and keys";
        PopupEmpty: "popup_empty", "0.169.0", "a popup that has found nothing";
        SearchFooter: "search_footer", "0.130.0", "the footer is a search field";
        OverlayBelow: "overlay_below", "0.47.0", "the shortcuts in the footer's place";
        OverlayAbove: "overlay_above", "0.160.1", "the shortcuts right above the composer";
        Browsing: "browsing", "0.160.1", "a composer without focus over a line of keys: the transcript takes them";
        PanelInFront: "panel_in_front", "0.166.0", "a panel's keys right above a composer that has lost its focus: a block";
        PanelDoubted: "panel_doubted", "0.77.0", "without style: rows like a panel's above the composer: doubted";
        TipOfBanner: "tip_of_banner", "0.77.0", "without style: rows right below a box that read like a panel's keys: a tip";
        PanelFaded: "panel_faded", "0.169.0", "a panel's rows above the composer whose drawing may be lost: doubted";
        BesideComposer: "beside_composer", "0.157.0", "a notice at the right edge above the composer: no part of the transcript";
        StatusRow: "status_row", "0.47.0", "a flush row with a time in brackets above the composer: a turn runs";
        StatusEllipsis: "status_ellipsis", "0.169.0", "a flush row in a moving grey that ends in an ellipsis: a turn runs";
        QueueBelowStatus: "queue_below_status", "0.53.0", "hook arrows right below the status row: messages wait";
        QueueParted: "queue_parted", "0.36.0", "blank rows within a message of the queue above the composer: messages wait";
        QueueApart: "queue_apart", "0.53.0", "a run of rows with hook arrows above the composer: messages wait";
        LikeStatus: "like_status", "0.28.0", "where the status row stays: a row in its place that may be one in another shape: doubted";
        CursorHidden: "cursor_hidden", "0.20.0", "a composer and a hidden cursor: keys may go elsewhere, which is doubted";
        CursorElsewhere: "cursor_elsewhere", "0.98.0", "a composer and a cursor shown above it, or below it in a row that is no known footer: keys go there, which is doubted";
        TitledPrompt: "titled_prompt", "0.98.0", "a title right above a row that is not drawn as the prompt: it may be a dialog's, which is doubted";
        HeaderAbove: "header_above", "0.47.0", "the header right above a composer whose footer describes the session, before the first turn: no title";
        FooterParted: "footer_parted", "0.98.0", "rows in parts, or a marked one, in the footer's place: doubted";
        BarUnended: "bar_unended", "0.28.0", "the draft ends the screen, without footer and cursor: doubted";
        OddRow: "odd_row", "0.98.0", "a flush bullet in a moving grey that is no status row: doubted";
        OddStatus: "odd_status", "0.98.0", "a status row's shape in another style: doubted";
        PlanFooter: "plan_footer", "0.98.0", "the footer names the plan mode";
        BackgroundRow: "background_row", "0.98.0", "a row above the composer that counts background terminals";

        // What stands in the composer.
        ClosedComposer: "closed_composer", "0.142.0", "a placeholder that says that no input is taken: closed";
        EmptyComposer: "empty_composer", "0.130.0", "no text in the composer";
        DimHint: "dim_hint", "0.20.0", "dim text in the composer: the CLI's own";
        FoldedPaste: "folded_paste", "0.20.0", "a paste that the composer has folded";
        CursorAtMargin: "cursor_at_margin", "0.34.0", "the cursor before the space that a hint keeps: nothing is typed";
        PlainDraft: "plain_draft", "0.20.0", "text in the composer that is not dim: a draft";
        HintBesideShortcuts: "hint_beside_shortcuts", "0.58.0", "without style: text in the composer and the shortcuts hint or overlay: no draft";
        CursorBehindDraft: "cursor_behind_draft", "0.98.0", "without style: the cursor past the composer's first cell: a draft";
        FreeByCursor: "free_by_cursor", "0.169.0", "without style: unknown text and the cursor on the first cell";
        BashMode: "bash_mode", "0.66.0", "`!` before the draft";
        BareBash: "bare_bash", "0.66.0", "`!` and nothing behind it: nothing is typed";
        VimFooter: "vim_footer", "0.130.0", "the footer names vim's mode";

        // The turn.
        FinishedRow: "finished_row", "0.155.0", "a dim row with a time as the last cell: the turn is over";
        LabeledRule: "labeled_rule", "0.129.0", "a rule over the pane that says how long the turn took, as the last cell: it is over";
        ErrorLast: "error_last", "0.20.0", "an error as the last cell, where it ends a turn: the turn has failed";
        InterruptedLast: "interrupted_last", "0.20.0", "an interruption as the last cell: the turn was broken off";
        CommandRefused: "command_refused", "0.28.0", "a red row that says that a turn runs, or below a turn's end: it refuses what the person did";
        RetryLast: "retry_last", "0.28.0", "a failed attempt as the last cell: the next is under way";
        GoalPursued: "goal_pursued", "0.169.0", "the footer's right half counts the time of a goal that is pursued: a turn runs";
        QueueOffer: "queue_offer", "0.104.0", "the footer offers to queue the draft: a turn runs";
        QueuedCell: "queued_cell", "0.42.0", "the person's cell as the last one where a status row would stand: it waits";
        NoTurnYet: "no_turn_yet", "0.20.0", "a banner and no cell of a turn below it";
        StatusRowAbsent: "status_row_absent", "0.20.0", "no status row, in versions that show one for the whole turn";
        RewindOffer: "rewind_offer", "0.47.0", "the footer offers to edit an earlier message: no turn runs";
        WaitsForStart: "waits_for_start", "0.169.0", "words and the key that cancels alone in the footer of a composer: a prompt waits for the program to start";
        QueuedBeforeStart: "queued_before_start", "0.169.0", "a queued message and a banner with nothing below it: the session has not started";
        QueueOfferAbsent: "queue_offer_absent", "0.120.0", "a draft whose footer does not offer to queue it: no turn runs";
        EndCovered: "end_covered", "0.160.1", "a popup or overlay above the composer may cover the turn's end";

        // What a running turn does.
        WaitsForTerminal: "waits_for_terminal", "0.98.0", "a background terminal counted beside the status row: a tool runs";
        ToolUnderWay: "tool_under_way", "0.20.0", "the last cell is a call in the present: it runs";
        ToolReturned: "tool_returned", "0.20.0", "the last cell is a call in the past: the model is waited for";
        AnswerGrows: "answer_grows", "0.20.0", "the last cell is an answer under a status row that stays: it streams";
        ThoughtLast: "thought_last", "0.20.0", "the last cell is a thought";
        HeaderThinks: "header_thinks", "0.28.0", "a status row with words of its own: the model thinks";
        PromptLast: "prompt_last", "0.20.0", "the last cell is the person's: the model is waited for";

        // The dialog's cells.
        UserCell: "user_cell", "0.20.0", "`›`, `▌` or a heading: the person's cell";
        CutPromptGround: "cut_prompt_ground", "0.169.0", "indented rows from the first down on a ground of their own: the rest of a prompt";
        CutPromptGap: "cut_prompt_gap", "0.58.0", "indented rows from the first down to two blank ones and a bullet: the rest of a prompt, as one blank row parts other cells";
        CutPromptBar: "cut_prompt_bar", "0.36.0", "the first row has a prompt's bar, and no blank row above it: its beginning may be above";
        AnswerCell: "answer_cell", "0.20.0", "a bullet, `>` or a heading: the agent's words";
        ThoughtCell: "thought_cell", "0.20.0", "a bullet and italic words, or a heading: a thought";
        PlanLabeled: "plan_labeled", "0.98.0", "a plan's label, and two blank rows below it: no word of the agent's";
        EditDrawn: "edit_drawn", "0.47.0", "an edit's or a plan's verb, and a branch, a count or numbers below it drawn as no answer's are: a call";
        AgentCall: "agent_call", "0.120.0", "a verb about another agent, and bold or dim parts that no answer's row has: a call";
        RemarkGoesOn: "remark_goes_on", "0.65.0", "a remark's words and another paragraph below: the agent's words";
        BeforeBanner: "before_banner", "0.142.5", "rows behind bullets right above the banner, and no turn above: what the CLI refuses while it starts";
        EditCounted: "edit_counted", "0.47.0", "without style: an edit's verb, a count of lines at the row's end and numbered lines below: a call";
        OutputAtMargin: "output_at_margin", "0.107.0", "a flush row right below a call's rows, or as dim as they are: its output";
        ToolCell: "tool_cell", "0.20.0", "a bullet whose verb stands out, or a tool's own glyph: a call";
        NoticeCell: "notice_cell", "0.20.0", "any other row that begins a cell: the CLI's own talk";
        ReviewStarted: "review_started", "0.98.0", "a flush row between two pairs of signs says that a review has started: the command that began the turn";
        GoalStarted: "goal_started", "0.142.0", "a bullet, and a goal in a colour of its own behind its label: the command that began the turn";
        ErrorCell: "error_cell", "0.20.0", "an error's glyph: an error";
        CapacityWarning: "capacity_warning", "0.104.0", "a warning that the model could not answer: an error";
        InterruptedCell: "interrupted_cell", "0.20.0", "an error's glyph and an interruption";
        InterruptedUnderHeading: "interrupted_under_heading", "0.20.0", "a coloured hand where an answer would begin: an interruption";
        RetryCell: "retry_cell", "0.28.0", "a warning that the request is tried again";
        BannerCell: "banner_cell", "0.20.0", "a box that names the CLI, or its bare head: the banner";
        CutBanner: "cut_banner", "0.39.0", "the lower rows of a box at the top that show the banner's: the banner";
        SeparatorCell: "separator_cell", "0.47.0", "a rule between steps, or at a turn's end";
        HeadingCell: "heading_cell", "0.20.0", "a speaker's name alone in a row: a heading";
        FinishedCell: "finished_cell", "0.155.0", "a row with a time, alone between blank rows: a finished turn's";
        WrappedRow: "wrapped_row", "0.110.0", "a row in column 0 right below one that fills the pane: wrapped by the terminal, it begins no cell";
        UnexplainedCell: "unexplained_cell", "0.34.0", "a flush glyph that no known cell has";
        BelowPinned: "below_pinned", "0.157.0", "rows that have scrolled under a prompt on the first row are no part of it";
        PinnedCut: "pinned_cut", "0.157.0", "a prompt that stays on the first row and runs into the pane's edge with an ellipsis: its beginning alone";
        FoldedTurn: "folded_turn", "0.169.0", "a dim row with a time behind a triangle: a turn's details, folded away";
        FoldedEnd: "folded_end", "0.169.0", "an answer below a turn's folded details as the last cell: the turn is over";
        RawOutput: "raw_output", "0.142.0", "plain rows in column 0 where a transcript has glyphs: raw output";
        RawFailure: "raw_failure", "0.142.0", "a red square right below a prompt in raw output: its turn has failed";
        RawRemark: "raw_remark", "0.142.0", "a bullet and a remark's words in raw output where a prompt would stand: the CLI's own";
        BarePinned: "bare_pinned", "0.157.0", "a flush row at the top without a glyph: a prompt that stays there";
        GoesOnBelow: "goes_on_below", "0.110.0", "indented rows below a command's report in a box that was set into an answer: the answer goes on";
        PrintedAnew: "printed_anew", "0.157.0", "an answer's beginning above a notice or an error, and the whole of it below: printed anew";
        LaterLife: "later_life", "0.34.0", "right below a cell, the farewell or a dim banner: one life of the CLI ends or the next begins";
        ShellAbove: "shell_above", "0.58.0", "flush rows at the top right above a banner or a warning: a shell's";
        TipBelow: "tip_below", "0.160.1", "a dim branch and a bold `Tip:` below an answer: a tip";
        AnswersGiven: "answers_given", "0.98.0", "a bullet, a bold `Questions` and a dim count: what the person answered";
        CountTrimmed: "count_trimmed", "0.110.0", "the row that counts background terminals is no part of the cell above it";

        // Blocks: what they are.
        KnownName: "known_name", "0.20.0", "a heading or question that names its block";
        FieldCount: "field_count", "0.120.0", "a count of fields: a server asks in the agent's turn";
        QuestionCount: "question_count", "0.98.0", "a count of questions: a question to the person";
        ToolInQuestion: "tool_in_question", "0.110.0", "a tool's approval in the frame of a question";
        EditByShape: "edit_by_shape", "0.98.0", "keys behind the choices and a diff, or files: an edit's approval";
        CommandByShape: "command_by_shape", "0.98.0", "keys behind the choices and a command: a command's approval";
        OtherByShape: "other_by_shape", "0.98.0", "keys behind the choices and neither: an approval";
        KnownChoice: "known_choice", "0.98.0", "a choice or line of keys that names its block where no heading does";
        Unnamed: "unnamed", "0.98.0", "a block that nothing names";
        OpenedList: "opened_list", "0.34.0", "an operator's block with a marked choice: a picker";
        OpenedPanel: "opened_panel", "0.98.0", "an operator's block without list, or with a search field: a panel";
        Proposal: "proposal", "0.20.0", "the cell above a block shows what it is about";
        CommandFolded: "command_folded", "0.98.0", "an approval of a command that does not show it: clipped";
        HeadCut: "head_cut", "0.98.0", "a block from the pane's first row down without its heading: clipped";
        ProposalCut: "proposal_cut", "0.34.0", "an approval whose proposal is off the pane, or a plan's: clipped";
        FolderCut: "folder_cut", "0.98.0", "the folder to trust runs into the pane's edge: clipped";
        ListScrolled: "list_scrolled", "0.98.0", "a list whose first number is not one, with an arrow above or below it, or of fewer choices than are counted: clipped";
        EndCut: "end_cut", "0.34.0", "a block without choice and keys down to the pane's end: clipped";
        AskedAboveList: "asked_above_list", "0.20.0", "an approval's own question as the lowest of its rows above the list: it names the block, not what the model says above";
        OthersDialog: "others_dialog", "0.157.0", "the mark of a turn's end above a dialog of another thread: the turn is over";
        PlanEndsTurn: "plan_ends_turn", "0.98.0", "a plan to approve: the turn that hands it in is over";

        // Blocks: what they hold.
        ButtonRow: "button_row", "0.20.0", "labels side by side behind `▌`: options";
        ButtonDescribed: "button_described", "0.34.0", "without colour: the row below the buttons says which is selected";
        SideBySide: "side_by_side", "0.171.0", "labels side by side, one of them drawn inverse: options";
        LabeledChoices: "labeled_choices", "0.20.0", "numbered or boxed rows one of which is marked: options";
        NumberedSteps: "numbered_steps", "0.120.0", "numbered rows none of which is marked, above rows no deeper than they: steps to follow, no options";
        BesideMarked: "beside_marked", "0.47.0", "the rows in the marked row's column: options";
        PointedChoice: "pointed_choice", "0.130.0", "a row that a mark of its own points at";
    }
}
